import type { TextRow } from "../../../../db/books/texts.ts";
import { listSharedNotes } from "../../../../db/notes/shared_notes.ts";
import type { Reader } from "../../../../db/reading/readers.ts";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listMarks } from "../../../../server/actions/notes/marks.ts";
import { listQuestions } from "../../../../server/actions/reading/questions.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { offsetAt, placeOf, positionAtPlace } from "../../../../server/contract/books/text_places.ts";
import type { Highlights } from "../../../../server/contract/notes/highlight_shapes.ts";
import * as notesLimits from "../../../../server/contract/notes/limits.ts";
import { markTexts as words } from "../../../../server/contract/notes/mark_texts.ts";
import { withLinks, withMarks } from "../../../../server/contract/notes/marked_text.ts";
import { notePaths } from "../../../../server/contract/notes/paths.ts";
import type { SharedNote } from "../../../../server/contract/notes/shapes.ts";
import * as readingLimits from "../../../../server/contract/reading/limits.ts";
import { lastPageBy, notePageAt, ownPages, pageAt } from "../../../../server/contract/reading/positions.ts";
import type { Questions } from "../../../../server/contract/reading/shapes.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import type { C } from "../../../layout/page.tsx";
import { MarkItem } from "../../notes/mark_item.tsx";
import { SharedNoteOnPage } from "../book_page/notes_tab.tsx";
import { QuestionItem } from "../book_page/questions_tab.tsx";
import { loadTalk, TalkList } from "../book_page/talk_tab.tsx";

/** What is shown at once of a text. */
export interface ShownPart {
  /** Its first place, and the first one after it. */
  from: number;
  to: number;
  html: string;
}

export interface MarginOfPart {
  marks: Highlights;
  notes: SharedNote[];
  questions: Questions["questions"];
  talk: Awaited<ReturnType<typeof loadTalk>>;
  /** How many things these are. */
  count: number;
}

/** What the group wrote at these lines, up to where its reader is. */
export async function loadMargin(
  c: C,
  book: Reader,
  { text, part: { from, to } }: { text: TextRow; part: Pick<ShownPart, "from" | "to"> },
): Promise<MarginOfPart> {
  const { deps, user } = c.var;
  const { bookId, pageCount, reached } = book;
  const scale = { pageCount: text.characters, points: text.points };
  const [first, last] = [positionAtPlace(scale, from), positionAtPlace(scale, to)];
  const span = { from: first === 0 ? -1 : first, to: last };
  const own = ownPages(pageCount);
  const pages = { from: first === 0 ? 0 : pageAt(own, first + 1), to: pageAt(own, last) };
  const [marks, shared, { questions }, talk] = await Promise.all([
    listMarks(deps, user, { bookId, from, to, limit: notesLimits.mark.inPart }),
    listSharedNotes(deps.db, user.id, { bookId, pages, reachedPage: lastPageBy(own, reached) }),
    listQuestions(deps, user, { bookId, part: span, reader: book }),
    loadTalk(c, book, { ...span, limit: readingLimits.talk.onPage }),
  ]);
  const notes = shared.notes.filter((note) => note.user.id !== user.id)
    .map((note) => ({ ...note, pageNumber: notePageAt(book, note.pageNumber) }));
  const count = marks.highlights.length + notes.length + questions.length + talk.messages.length;
  return { marks, notes, questions, talk, count };
}

interface Marking {
  text: TextRow;
  part: ShownPart;
  margin: MarginOfPart;
  /** Whether each paragraph has a link to mark it, without script. */
  isMarking: boolean;
}

/** The part's HTML with what is marked in it. */
export function markedHtml(c: C, book: Reader, { text: { characters }, part: { html }, margin, isMarking }: Marking) {
  const marks = margin.marks.highlights.map(({ id, from, to, color, user }) => ({
    id,
    from: offsetAt(characters, from),
    to: offsetAt(characters, to),
    color,
    by: user.id === c.var.user.id ? null : user.id,
  }));
  const marked = withMarks(html, marks);
  if (!isMarking) return marked;
  const to = (character: number) => notePaths.markAtPlace(book.groupId, book.bookId, placeOf(characters, character));
  return withLinks(marked, { label: words.paragraph, to });
}

interface Props {
  c: C;
  book: Reader;
  margin: MarginOfPart;
}

/** Beside the text where there is room, and below it otherwise. */
export function Margin({ c, book, margin: { marks: { highlights, ahead }, notes, questions, talk, count } }: Props) {
  const format = timeFormatter(readerLocale(c));
  return (
    <aside className="text-margin" id="margin" aria-labelledby="margin-title">
      <h2 id="margin-title">{words.margin}</h2>
      {count === 0 && <p className="muted">{words.marginEmpty}</p>}
      {highlights.length > 0 && (
        <div className="shared-notes">
          {highlights.map((mark) => <MarkItem key={mark.id} c={c} book={book} mark={mark} isBeside />)}
        </div>
      )}
      {notes.length > 0 && (
        <section className="stack" aria-labelledby="margin-notes">
          <h3 id="margin-notes">{words.notes}</h3>
          <div className="shared-notes">
            {notes.map((note) => <SharedNoteOnPage key={note.id} c={c} book={book} note={note} />)}
          </div>
        </section>
      )}
      {questions.length > 0 && (
        <section className="stack" aria-labelledby="margin-questions">
          <h3 id="margin-questions">{words.questions}</h3>
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
          <h3 id="margin-talk">{words.talk}</h3>
          <TalkList c={c} book={book} talk={talk} />
        </section>
      )}
      {ahead > 0 && <p className="note-ahead">{words.ahead(ahead)}</p>}
      <a className="talk-link" href={textPaths.marks(book.groupId, book.bookId)}>{words.all}</a>
    </aside>
  );
}
