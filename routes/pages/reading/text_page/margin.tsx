import type { ReactNode } from "react";
import { findPart, type PartRow } from "../../../../db/books/texts.ts";
import { listSharedNotes } from "../../../../db/notes/shared_notes.ts";
import type { Reader } from "../../../../db/reading/readers.ts";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listMarks } from "../../../../server/actions/notes/marks.ts";
import { listQuestions } from "../../../../server/actions/reading/questions.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { offsetAt, placeOf, positionAtPlace } from "../../../../server/contract/books/text_places.ts";
import { TextPartQuery } from "../../../../server/contract/books/text_shapes.ts";
import * as notesLimits from "../../../../server/contract/notes/limits.ts";
import { markTexts as words } from "../../../../server/contract/notes/mark_texts.ts";
import { type MarkInText, withLinks, withMarks } from "../../../../server/contract/notes/marked_text.ts";
import { notePaths } from "../../../../server/contract/notes/paths.ts";
import * as readingLimits from "../../../../server/contract/reading/limits.ts";
import { lastPageBy, notePageAt, ownPages, pageAt } from "../../../../server/contract/reading/positions.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { type C, partOfPage, tryLoad } from "../../../layout/page.tsx";
import { MarkItem } from "../../notes/mark_item.tsx";
import { SharedNoteOnPage } from "../book_page/notes_tab.tsx";
import { QuestionItem } from "../book_page/questions_tab.tsx";
import { loadTalk, TalkList } from "../book_page/talk_tab.tsx";
import { type TextOfPage, textOfPage } from "./text_of_page.ts";

export interface Margin {
  /** The part's HTML with its highlights. */
  html: string;
  beside: ReactNode;
  /** How much is in it. */
  count: number;
}

/** What the group wrote at a part of a text, up to where its reader is, and what is marked in it. */
export async function marginOf(c: C, found: TextOfPage, part: PartRow): Promise<Margin> {
  const isMarking = c.req.query("mark") !== undefined;
  const loaded = await tryLoad(c, () => load(c, found, part));
  if (!loaded) return { html: part.html, beside: <p className="text-tools">{words.loadFailed}</p>, count: 0 };
  const marks = marksIn(c, found, loaded);
  const html = withMarks(part.html, marks);
  return {
    html: isMarking ? withLinks(html, { label: words.paragraph, to: (at) => markAt(found, at) }) : html,
    beside: <Beside c={c} found={found} part={part} loaded={loaded} marks={marks} isMarking={isMarking} />,
    count: loaded.count,
  };
}

const markAt = ({ groupId, bookId, text: { characters } }: TextOfPage, character: number): string =>
  notePaths.markAtPlace(groupId, bookId, placeOf(characters, character));

const marksIn = (c: C, { text: { characters } }: TextOfPage, { marks }: Loaded): MarkInText[] =>
  marks.highlights.map(({ id, from, to, color, user }) => ({
    id,
    from: offsetAt(characters, from),
    to: offsetAt(characters, to),
    color,
    by: user.id === c.var.user.id ? null : user.id,
  }));

type Loaded = Awaited<ReturnType<typeof load>>;

async function load(c: C, { bookId, reader, scale }: TextOfPage, { from, to }: Pick<PartRow, "from" | "to">) {
  const { deps, user } = c.var;
  const [first, last] = [positionAtPlace(scale, from), positionAtPlace(scale, to)];
  const span = { from: first === 0 ? -1 : first, to: last };
  const own = ownPages(reader.pageCount);
  const pages = { from: first === 0 ? 0 : pageAt(own, first + 1), to: pageAt(own, last) };
  const [marks, shared, { questions }, talk] = await Promise.all([
    listMarks(deps, user, { bookId, from, to, limit: notesLimits.mark.inPart }),
    listSharedNotes(deps.db, user.id, { bookId, pages, reachedPage: lastPageBy(own, reader.reached) }),
    listQuestions(deps, user, { bookId, part: span, reader }),
    loadTalk(c, reader, { ...span, limit: readingLimits.talk.onPage }),
  ]);
  const notes = shared.notes.filter((note) => note.user.id !== user.id)
    .map((note) => ({ ...note, pageNumber: notePageAt(reader, note.pageNumber) }));
  const count = marks.highlights.length + notes.length + questions.length + talk.messages.length;
  return { marks, notes, questions, talk, count };
}

interface BesideProps {
  c: C;
  found: TextOfPage;
  part: Pick<PartRow, "from">;
  loaded: Loaded;
  marks: MarkInText[];
  isMarking: boolean;
}

/** Opened by its count on a phone, and where there is room beside the text. `data-marks` is for the script. */
function Beside({ c, found, part, loaded, marks, isMarking }: BesideProps) {
  const { groupId, bookId } = found;
  const { count, marks: { ahead } } = loaded;
  const here = textPaths.read(groupId, bookId, part.from);
  return (
    <aside
      className="text-beside"
      aria-label={words.margin}
      data-text-margin
      data-marks={JSON.stringify(marks)}
      data-may-share={found.reader.mayShare ? "" : undefined}
      data-count={count}
      data-longest-mark={notesLimits.mark.length}
      data-longest-note={notesLimits.mark.note}
      data-may-write={found.reader.mayWrite ? "" : undefined}
    >
      <p className="text-tools">
        <a href={isMarking ? here : `${here}&mark`} data-text-mode>{isMarking ? words.endMode : words.mode}</a>
        <a href={textPaths.marks(groupId, bookId)}>{words.all}</a>
        {ahead > 0 && <span className="muted">{words.ahead(ahead)}</span>}
      </p>
      {count > 0 && (
        <details className="text-margin" id="margin">
          <summary>{words.marginOf(count)}</summary>
          <InMargin c={c} book={found.reader} loaded={loaded} />
        </details>
      )}
    </aside>
  );
}

/** For a script that has turned to another part, or has marked something. */
export const marginPart = router();

marginPart.get("/group/:id/books/:bookId/read/margin", signedInPage, async (c) => {
  const found = await textOfPage(c);
  if (found instanceof Response) return found;
  const { at } = TextPartQuery.catch({ at: 0 }).parse(c.req.query());
  const part = await findPart(c.var.deps.db, c.var.user.id, { bookId: found.bookId, place: at });
  const { beside } = part ? await marginOf(c, found, part) : { beside: null };
  return partOfPage(c, beside);
});

interface MarginProps {
  c: C;
  book: Reader;
  loaded: Loaded;
}

function InMargin({ c, book, loaded: { marks: { highlights }, notes, questions, talk } }: MarginProps) {
  const format = timeFormatter(readerLocale(c));
  return (
    <div className="stack">
      {highlights.length > 0 && (
        <div className="shared-notes">
          {highlights.map((mark) => <MarkItem key={mark.id} c={c} book={book} mark={mark} isBeside />)}
        </div>
      )}
      {notes.length > 0 && (
        <section className="stack" aria-labelledby="margin-notes">
          <h2 id="margin-notes">{words.notes}</h2>
          <div className="shared-notes">
            {notes.map((note) => <SharedNoteOnPage key={note.id} c={c} book={book} note={note} />)}
          </div>
        </section>
      )}
      {questions.length > 0 && (
        <section className="stack" aria-labelledby="margin-questions">
          <h2 id="margin-questions">{words.questions}</h2>
          <ol className="questions">
            {questions.map((question) => (
              <li key={question.id}>
                <QuestionItem question={question} book={book} format={format} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {talk.messages.length > 0 && (
        <section className="stack" aria-labelledby="margin-talk">
          <h2 id="margin-talk">{words.talk}</h2>
          <TalkList c={c} book={book} talk={talk} />
        </section>
      )}
    </div>
  );
}
