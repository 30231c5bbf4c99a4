import type { ReactNode } from "react";
import { findPart, type PartRow } from "../../../../db/books/texts.ts";
import { listSharedNotes } from "../../../../db/notes/shared_notes.ts";
import { countMarksAhead, listMarkRanges } from "../../../../db/notes/marks.ts";
import { countBeside } from "../../../../db/reading/margin.ts";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listMarksOf } from "../../../../server/actions/notes/marks.ts";
import { listQuestions } from "../../../../server/actions/reading/questions.ts";
import { marginId, textPaths } from "../../../../server/contract/books/text_paths.ts";
import { offsetAt, placeAtPosition, placeOf, positionAtPlace } from "../../../../server/contract/books/text_places.ts";
import { TextPartQuery } from "../../../../server/contract/books/text_shapes.ts";
import * as notesLimits from "../../../../server/contract/notes/limits.ts";
import { markTexts as words } from "../../../../server/contract/notes/mark_texts.ts";
import { type MarkInText, withLinks, withMarks } from "../../../../server/contract/notes/marked_text.ts";
import { notePaths } from "../../../../server/contract/notes/paths.ts";
import * as readingLimits from "../../../../server/contract/reading/limits.ts";
import { lastPageBy, notePageAt, ownPages, pageAt } from "../../../../server/contract/reading/positions.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { type C, partOfPage, tryLoad } from "../../../layout/page.tsx";
import { LinkRow } from "../../../layout/parts.tsx";
import { MarkItem } from "../../notes/mark_item.tsx";
import { SharedNoteOnPage } from "../book_page/notes_tab.tsx";
import { QuestionList } from "../book_page/questions_tab.tsx";
import { loadTalk, TalkList } from "../book_page/talk_tab.tsx";
import { type TextOfPage, textOfPage } from "./text_of_page.ts";

export interface MarkedPart {
  /** The part's HTML with its highlights. */
  html: string;
  beside: ReactNode;
  /** How much is in the margin. */
  count: number;
}

/** What the group wrote at a part of a text, up to where its reader is: what is marked in it, and how much there is. */
export async function markedPart(c: C, found: TextOfPage, part: PartRow): Promise<MarkedPart> {
  const loaded = await tryLoad(c, () => loadCount(c, found, part));
  if (!loaded) return { html: part.html, beside: <p className="text-tools">{words.loadFailed}</p>, count: 0 };
  const isMarking = c.req.query("mark") !== undefined;
  const margin = c.req.query("margin") === undefined ? undefined : await tryLoad(c, () => loadMargin(c, found, part));
  const html = withMarks(part.html, loaded.marks);
  return {
    html: isMarking ? withLinks(html, { label: words.paragraph, to: (at) => markAt(found, at) }) : html,
    beside: <Margin c={c} found={found} part={part} {...loaded} margin={margin} isMarking={isMarking} />,
    count: loaded.count,
  };
}

const markAt = ({ groupId, bookId, text: { characters } }: TextOfPage, character: number): string =>
  notePaths.markAtPlace(groupId, bookId, placeOf(characters, character));

type Part = Pick<PartRow, "from" | "to">;

/** A part as positions and as pages of the book. */
function spanOf({ reader, scale }: TextOfPage, { from, to }: Part) {
  const [first, last] = [positionAtPlace(scale, from), positionAtPlace(scale, to)];
  const own = ownPages(reader.pageCount);
  return {
    span: { from: first === 0 ? -1 : first, to: last },
    pages: { from: first === 0 ? 0 : pageAt(own, first + 1), to: pageAt(own, last) },
    reachedPage: lastPageBy(own, reader.reached),
  };
}

/** Of what waits further ahead this many are counted. */
const mostAhead = 100;

interface MarginCount {
  marks: MarkInText[];
  count: number;
  ahead: number;
}

async function loadCount(c: C, found: TextOfPage, part: Part): Promise<MarginCount> {
  const { deps: { db }, user } = c.var;
  const { bookId, text: { hash, characters }, scale, reader } = found;
  const of = { bookId, hash, reachedPlace: placeAtPosition(scale, reader.reached) };
  const { span, pages, reachedPage } = spanOf(found, part);
  const [ranges, count, ahead] = await Promise.all([
    listMarkRanges(db, user.id, { ...of, within: { ...part, characters } }),
    countBeside(db, user.id, { bookId, ...span, firstPage: pages.from, lastPage: pages.to, reachedPage }),
    countMarksAhead(db, user.id, { ...of, most: mostAhead + 1 }),
  ]);
  const marks = ranges.map(({ id, from, to, color, userId }) => ({
    id,
    from: offsetAt(characters, from),
    to: offsetAt(characters, to),
    color,
    by: userId === user.id ? null : userId,
  }));
  return { marks, count: marks.length + count, ahead };
}

type Loaded = Awaited<ReturnType<typeof loadMargin>>;

async function loadMargin(c: C, found: TextOfPage, part: Part) {
  const { deps, user } = c.var;
  const { bookId, reader } = found;
  const { span, pages, reachedPage } = spanOf(found, part);
  const [marks, shared, asked, talk] = await Promise.all([
    listMarksOf(deps, user, { from: part.from, to: part.to }, found),
    listSharedNotes(deps.db, user.id, { bookId, pages, reachedPage }),
    listQuestions(deps, user, { bookId, part: span, reader }),
    loadTalk(c, reader, { ...span, limit: readingLimits.talk.onPage }),
  ]);
  const notes = shared.notes.filter((note) => note.user.id !== user.id)
    .map((note) => ({ ...note, pageNumber: notePageAt(reader, note.pageNumber) }));
  const hasMore = shared.hasMore || asked.hasMore || talk.hasMore;
  return { marks, notes, questions: asked.questions, talk, hasMore };
}

interface MarginProps extends MarginCount {
  c: C;
  found: TextOfPage;
  part: Part;
  /** What is in the margin, where it is shown. */
  margin?: Loaded | null;
  isMarking: boolean;
}

/** What can be done with the part, and what is in its margin; without that, a link to it, which a script follows. */
function Margin({ c, found, part, marks, count, ahead, margin, isMarking }: MarginProps) {
  const { groupId, bookId, reader: { mayShare, mayWrite } } = found;
  const here = textPaths.read(groupId, bookId, part.from);
  return (
    <aside
      className="text-beside"
      aria-label={words.margin}
      data-text-margin
      data-marks={margin ? JSON.stringify(marks) : undefined}
      data-may-share={mayShare ? "" : undefined}
      data-count={count}
      data-longest-mark={notesLimits.mark.length}
      data-longest-note={notesLimits.mark.note}
      data-may-write={mayWrite ? "" : undefined}
    >
      <p className="text-tools">
        <a href={isMarking ? here : `${here}&mark`} data-text-mode>{isMarking ? words.endMode : words.mode}</a>
        <a href={textPaths.marks(groupId, bookId)}>{words.all}</a>
        {count > 0 && !margin && (
          <a href={textPaths.margin(groupId, bookId, part.from)} data-text-margin-link>{words.marginOf(count)}</a>
        )}
        {ahead > 0 && (
          <span className="muted">{ahead > mostAhead ? words.manyAhead(mostAhead) : words.ahead(ahead)}</span>
        )}
      </p>
      {margin && (
        <section className="stack" id={marginId} aria-label={words.marginOf(count)}>
          <InMargin c={c} found={found} part={part} margin={margin} />
        </section>
      )}
    </aside>
  );
}

/** For a script. */
export const marginPart = router();

marginPart.get("/group/:id/books/:bookId/read/margin", signedInPage, async (c) => {
  const found = await textOfPage(c);
  if (found instanceof Response) return found;
  const { at } = TextPartQuery.catch({ at: 0 }).parse(c.req.query());
  const part = await findPart(c.var.deps.db, c.var.user.id, { bookId: found.bookId, place: at });
  if (!part) return partOfPage(c, null);
  const [counted, margin] = await Promise.all([loadCount(c, found, part), loadMargin(c, found, part)]);
  return partOfPage(c, <Margin c={c} found={found} part={part} {...counted} margin={margin} isMarking={false} />);
});

interface ContentProps {
  c: C;
  found: TextOfPage;
  part: Part;
  margin: Loaded;
}

function InMargin({ c, found: { groupId, bookId, reader: book }, part, margin }: ContentProps) {
  const { marks: { highlights, hasMore: hasMoreMarks }, notes, questions, talk, hasMore } = margin;
  const format = timeFormatter(readerLocale(c));
  return (
    <>
      {highlights.length > 0 && (
        <div className="shared-notes">
          {highlights.map((mark) => <MarkItem key={mark.id} c={c} book={book} mark={mark} format={format} isBeside />)}
        </div>
      )}
      {hasMoreMarks && (
        <LinkRow href={textPaths.marks(groupId, bookId, { ...part, after: highlights.at(-1)!.id })}>
          {words.more}
        </LinkRow>
      )}
      {notes.length > 0 && (
        <section className="stack" aria-labelledby="margin-notes">
          <h2 id="margin-notes">{words.notes}</h2>
          <div className="shared-notes">
            {notes.map((note) => <SharedNoteOnPage key={note.id} c={c} book={book} note={note} format={format} />)}
          </div>
        </section>
      )}
      {questions.length > 0 && (
        <section className="stack" aria-labelledby="margin-questions">
          <h2 id="margin-questions">{words.questions}</h2>
          <QuestionList questions={questions} book={book} format={format} />
        </section>
      )}
      {talk.messages.length > 0 && (
        <section className="stack" aria-labelledby="margin-talk">
          <h2 id="margin-talk">{words.talk}</h2>
          <TalkList c={c} book={book} talk={talk} />
        </section>
      )}
      {hasMore && <LinkRow href={readingPaths.bookPage(groupId, bookId)}>{words.moreInBook}</LinkRow>}
    </>
  );
}
