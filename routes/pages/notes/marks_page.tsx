import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import {
  addMark,
  answerMark,
  changeMark,
  findShownMark,
  listMarks,
  removeMark,
  removeMarkAnswer,
} from "../../../server/actions/notes/marks.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { textPaths } from "../../../server/contract/books/text_paths.ts";
import { type Highlights, HighlightsQuery } from "../../../server/contract/notes/highlight_shapes.ts";
import { markTexts as words } from "../../../server/contract/notes/mark_texts.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { textEnd } from "../../../server/contract/reading/positions.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { sendMarks } from "../../api/notes.ts";
import { type C, type FailedForm, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { BackLink, LinkRow } from "../../layout/parts.tsx";
import { leadAway } from "./lead_away.ts";
import { showMarkForm } from "./mark_form.tsx";
import { MarkItem } from "./mark_item.tsx";

async function showMarks(c: C, failed?: FailedForm): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const { deps, user } = c.var;
  const { from = 0, to = textEnd, after } = HighlightsQuery.catch({}).parse(failed ? {} : c.req.query());
  const isWhole = from === 0 && to === textEnd;
  const loaded = await tryLoad(c, async () => {
    const reader = await findReader(deps.db, user.id, bookId);
    if (reader?.groupId !== groupId) return { reader: undefined };
    const [listed, lost] = await Promise.all([
      listMarks(deps, user, { bookId, from, to, after }),
      after || !isWhole ? undefined : listMarks(deps, user, { bookId, isLost: true }),
    ]);
    return { reader, listed, lost };
  });
  if (loaded && !loaded.reader) return await leadAway(c);
  const { reader, listed, lost } = loaded ?? {};
  return await page(c, {
    title: words.title,
    description: words.description,
    width: "wide",
    styles: ["together-page", "marks-page"],
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message, !loaded && words.loadFailed),
    body: reader && listed
      ? (
        <Marks
          c={c}
          book={reader}
          asked={isWhole ? undefined : { from, to }}
          listed={listed}
          lost={lost?.highlights ?? []}
          failed={failed}
        />
      )
      : <LoadError text={words.loadFailed} href={textPaths.marks(groupId, bookId)} />,
  });
}

interface Props {
  c: C;
  book: Reader;
  /** The places between which they are, where these are not all. */
  asked?: { from: number; to: number };
  listed: Highlights;
  lost: Highlights["highlights"];
  failed?: FailedForm;
}

function Marks({ c, book, asked, listed: { highlights, ahead, hasMore }, lost, failed }: Props) {
  const { groupId, bookId, title } = book;
  const item = { c, book, failed, format: timeFormatter(readerLocale(c)) };
  const isEmpty = highlights.length + lost.length === 0;
  return (
    <div className="own-notes-page">
      <div>
        <BackLink href={isEmpty ? readingPaths.bookPage(groupId, bookId) : textPaths.read(groupId, bookId)}>
          <bdi>{title}</bdi>
        </BackLink>
        <div className="cluster own-notes-head">
          <h1>{words.title}</h1>
          {!isEmpty && (
            <div className="cluster">
              <LinkButton icon="download" href={notePaths.exportMarks(groupId, bookId, "markdown")} download>
                {words.exportMarkdown}
              </LinkButton>
              <LinkButton icon="download" href={notePaths.exportMarks(groupId, bookId, "jsonld")} download>
                {words.exportJson}
              </LinkButton>
            </div>
          )}
        </div>
      </div>
      {ahead > 0 && <p className="note-ahead">{words.ahead(ahead)}</p>}
      {isEmpty && (
        <EmptyState picture="books" text={words.empty}>
          <p className="muted">{words.emptyHint}</p>
        </EmptyState>
      )}
      <div className="shared-notes">
        {highlights.map((mark) => <MarkItem key={mark.id} {...item} mark={mark} />)}
      </div>
      {hasMore && (
        <LinkRow
          href={textPaths.marks(groupId, bookId, { from: 0, to: textEnd, ...asked, after: highlights.at(-1)!.id })}
        >
          {words.more}
        </LinkRow>
      )}
      {lost.length > 0 && (
        <section className="stack" aria-labelledby="lost-marks">
          <h2 id="lost-marks">{words.lost}</h2>
          <p className="muted">{words.lostHint}</p>
          <div className="shared-notes">
            {lost.map((mark) => <MarkItem key={mark.id} {...item} mark={mark} />)}
          </div>
        </section>
      )}
    </div>
  );
}

export const marksPage = router();

const path = "/group/:id/books/:bookId/read/marks";

marksPage.get("/group/:id/books/:bookId/read/mark", signedInPage, (c) => showMarkForm(c));
marksPage.get(path, signedInPage, (c) => showMarks(c));
marksPage.get(`${path}/export`, signedInPage, (c) => sendMarks(c));
marksPage.get(`${path}/:markId`, signedInPage, async (c) => {
  const { id: groupId, bookId, markId } = c.req.param();
  const { deps, user } = c.var;
  const mark = await findShownMark(deps, user, markId);
  if (mark?.bookId !== bookId) return await leadAway(c, words.notFound);
  return c.redirect(`${textPaths.read(groupId, bookId, mark.from)}&margin#mark-${encodeURIComponent(markId)}`, 303);
});

mountForm(marksPage, answerMark, {
  refused: (c, refusal, { params, fields }) => showMarks(c, { refusal, sent: { ...fields, answered: params.markId } }),
});
mountForm(marksPage, changeMark, {
  refused: (c, refusal, { params, fields }) => showMarks(c, { refusal, sent: { ...fields, changed: params.markId } }),
});
mountForm(marksPage, removeMark, { path: "/group/:id/books/:bookId/read/highlights/:markId/remove" });
mountForm(marksPage, addMark, {
  refused: (c, refusal, { fields }) => showMarkForm(c, { refusal, sent: fields }),
});
mountForm(marksPage, removeMarkAnswer);
