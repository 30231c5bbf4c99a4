import { findText, type TextRow } from "../../../db/books/texts.ts";
import { listPlain } from "../../../db/notes/marks.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { Select, TextArea } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { PreviewButton } from "../../../islands/ui/PreviewButton.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { offsetAt, placeOf, positionAtPlace } from "../../../server/contract/books/text_places.ts";
import { textPaths } from "../../../server/contract/books/text_paths.ts";
import { wordsBetween } from "../../../server/actions/notes/marked_words.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { message as messageLimits } from "../../../server/contract/chat/limits.ts";
import { mark as limits } from "../../../server/contract/notes/limits.ts";
import { markTexts as words } from "../../../server/contract/notes/mark_texts.ts";
import { type Paragraph, paragraphAt, sentencesOf } from "../../../server/contract/notes/paragraphs.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { pageAt, textEnd } from "../../../server/contract/reading/positions.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import { type C, type FailedForm, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { BackLink } from "../../layout/parts.tsx";
import { leadAway } from "./lead_away.ts";
import { MarkFields } from "./mark_item.tsx";

interface Shown {
  book: Reader;
  text: TextRow;
  place: number;
  paragraph: Paragraph;
  /** Whether it is what somebody has selected, with script. */
  isSelected: boolean;
}

/** For people without script: what those with it do with selected words, of the sentences of a paragraph. */
export async function showMarkForm(c: C, failed?: FailedForm): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const place = placeIn(failed?.sent.at ?? c.req.query("at"));
  const to = placeIn(failed?.sent.until ?? c.req.query("to"));
  const shown = await tryLoad(c, () => load(c, { from: place, to }));
  if (shown === null) return await leadAway(c);
  return await page(c, {
    title: words.addTitle,
    description: words.description,
    width: "narrow",
    styles: ["together-page", "marks-page"],
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message, !shown && words.loadFailed),
    body: shown
      ? (
        <Forms
          {...shown}
          open={c.req.query("ask") !== undefined ? "ask" : c.req.query("quote") !== undefined ? "quote" : undefined}
          failed={failed}
        />
      )
      : <LoadError text={words.loadFailed} href={notePaths.markAtPlace(groupId, bookId, place)} />,
  });
}

const placeIn = (typed: string | undefined): number => /^\d{1,10}$/.test(typed ?? "") ? Number(typed) : 0;

/** Null where the book has no text here. */
async function load(c: C, asked: { from: number; to: number }): Promise<Shown | null> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const { deps: { db }, user } = c.var;
  const [book, text] = await Promise.all([findReader(db, user.id, bookId), findText(db, user.id, bookId)]);
  if (book?.groupId !== groupId || text?.state !== "ready") return null;
  const { characters, hash } = text;
  const selected = asked.to > asked.from ? await selectedWords(c, text, asked) : undefined;
  if (selected) return { book, text, place: placeOf(characters, selected.from), paragraph: selected, isSelected: true };
  const at = Math.min(offsetAt(characters, Math.min(asked.from, textEnd)), characters - 1);
  const [part] = await listPlain(db, { hash, from: placeOf(characters, at), to: placeOf(characters, at) + 1 });
  if (!part) return null;
  const paragraph = paragraphAt(part, { base: offsetAt(characters, part.fromPlace), at });
  return { book, text, place: placeOf(characters, paragraph.from), paragraph, isSelected: false };
}

/** Undefined where there are none, or too many: then it is about the paragraph. */
async function selectedWords(
  c: C,
  text: TextRow,
  places: { from: number; to: number },
): Promise<Paragraph | undefined> {
  const found = await wordsBetween(c.var.deps.db, text, places).catch(() => undefined);
  return found && {
    from: offsetAt(text.characters, found.from),
    to: offsetAt(text.characters, found.to),
    text: found.exact,
  };
}

interface FormsProps extends Shown {
  /** Which one is open. */
  open: "ask" | "quote" | undefined;
  failed?: FailedForm;
}

function Forms({ book, text, place, paragraph, isSelected, open, failed }: FormsProps) {
  const { groupId, bookId, title } = book;
  const position = positionAtPlace({ pageCount: text.characters, points: text.points }, place);
  const marking = isSelected ? words.selectedTitle : words.addTitle;
  const asks = book.mayWrite && (
    <Ask
      book={book}
      page={pageAt(book.edition, position)}
      at={place}
      block={isSelected ? undefined : paragraph.from}
      isOpen={open === "ask"}
    />
  );
  const quotes = book.mayWrite && (
    <QuoteInChat
      book={book}
      page={pageAt(book.edition, position)}
      at={placeOf(text.characters, paragraph.to)}
      text={paragraph.text}
      isOpen={open === "quote"}
    />
  );
  return (
    <div className="stack">
      <BackLink
        href={isSelected
          ? textPaths.read(groupId, bookId, place)
          : `${textPaths.read(groupId, bookId, place)}&mark#c${paragraph.from}`}
      >
        <bdi>{title}</bdi>
      </BackLink>
      <h1>{open === "ask" ? words.askHere : open === "quote" ? words.quote : marking}</h1>
      {/* What is quoted is in the message. */}
      {open === "quote" ? quotes : (
        <blockquote className="mark-paragraph" dir="auto" lang={text.language ?? undefined}>
          {paragraph.text}
        </blockquote>
      )}
      {open === "ask" && asks}
      {open && <h2>{marking}</h2>}
      <AddForm book={book} text={text} place={place} paragraph={paragraph} isSelected={isSelected} failed={failed} />
      {open !== "ask" && asks}
      {open !== "quote" && quotes}
    </div>
  );
}

const beginning = 60;

const shortened = (text: string): string =>
  text.length > beginning ? `${text.slice(0, beginning).toWellFormed().trim()}…` : text.trim();

function AddForm({ book, text, place, paragraph, isSelected, failed }: Shown & { failed?: FailedForm }) {
  const { characters, language } = text;
  const sentences = isSelected ? [paragraph] : sentencesOf(paragraph, { language, most: limits.sentences });
  const last = sentences.findLast(({ to }) => to - paragraph.from <= limits.length) ?? sentences[0];
  const placed = (at: number) => String(placeOf(characters, at));
  const sent = failed?.sent;
  return (
    <form method="post" action={notePaths.newMark(book.groupId, book.bookId)} className="stack">
      {failed && <FormError text={failed.refusal.message} />}
      <input type="hidden" name="formKey" value={formKeyFor(sent)} />
      <input type="hidden" name="at" value={place} />
      {isSelected && <input type="hidden" name="until" value={placeOf(characters, paragraph.to)} />}
      {sentences.length > 1
        ? (
          <>
            <Select
              label={words.from}
              name="from"
              defaultValue={sent?.from ?? placed(sentences[0].from)}
              options={sentences.map(({ from, text }) => ({ value: placed(from), label: shortened(text) }))}
            />
            <Select
              label={words.to}
              name="to"
              defaultValue={sent?.to ?? placed(last.to)}
              options={sentences.map(({ to, text }) => ({ value: placed(to), label: shortened(text) }))}
            />
          </>
        )
        : (
          <>
            <input type="hidden" name="from" value={placed(paragraph.from)} />
            <input type="hidden" name="to" value={placed(Math.min(paragraph.to, paragraph.from + limits.length))} />
          </>
        )}
      <MarkFields
        id="new"
        color={sent?.color ?? "yellow"}
        note={sent?.note}
        shared={book.mayShare ? sent?.shared === "true" : undefined}
      />
      <Button type="submit" kind="primary" busyText={words.adding}>{words.add}</Button>
    </form>
  );
}

interface AskProps {
  book: Reader;
  page: number;
  /** The place that it is about, where its reader comes back to. */
  at: number;
  /** The number in the id of its paragraph; selected words are found by script. */
  block: number | undefined;
  isOpen: boolean;
}

const Ask = ({ book, page, at, block, isOpen }: AskProps) => (
  <details className="fold card" open={isOpen}>
    <summary>{words.askHere}</summary>
    <form method="post" action={readingPaths.questions(book.groupId, book.bookId)} className="note-answer-form">
      <input type="hidden" name="formKey" value={formKeyFor()} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="at" value={at} />
      {block !== undefined && <input type="hidden" name="block" value={block} />}
      <TextArea label={noteTexts.question} name="question" data-write="" dir="auto" required rows={3} />
      <Button type="submit">{noteTexts.ask}</Button>
      <PreviewButton of="question" action={readingPaths.questions(book.groupId, book.bookId)} />
    </form>
  </details>
);

interface QuoteProps {
  book: Reader;
  page: number;
  /** Where in the text it ends. */
  at: number;
  text: string;
  isOpen: boolean;
}

/** About this page of the book, so that it is hidden from members who are not there yet. */
const QuoteInChat = ({ book, page, at, text, isOpen }: QuoteProps) => (
  <details className="fold card" open={isOpen}>
    <summary>{words.quote}</summary>
    <form
      method="post"
      action={chatPaths.messages(book.groupId)}
      encType="multipart/form-data"
      className="note-answer-form"
    >
      <input type="hidden" name="formKey" value={formKeyFor()} />
      <input type="hidden" name="bookId" value={book.bookId} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="at" value={at} />
      <TextArea
        label={words.message}
        name="content"
        data-write=""
        dir="auto"
        required
        rows={6}
        maxLength={messageLimits.max}
        defaultValue={`> ${text.slice(0, messageLimits.max / 2).toWellFormed().replaceAll("\n", "\n> ")}\n\n`}
      />
      <Button type="submit" icon="send">{words.send}</Button>
      <PreviewButton action={chatPaths.messages(book.groupId)} />
    </form>
  </details>
);
