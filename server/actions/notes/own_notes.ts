import type { z } from "zod";
import { iso } from "../../../db/engine/query.ts";
import { withoutAccents } from "../../../db/engine/searchable.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import * as notes from "../../../db/notes/notes.ts";
import { noRoom } from "../account/storage.ts";
import { toOpenBook } from "../books/books.ts";
import { asLine } from "./markdown.ts";
import { cursorOf, written } from "./note_cursor.ts";
import { writeAllMarks } from "./own_marks.ts";
import { setShared, sharingText } from "./shared_notes.ts";
import { takeBackNews } from "../notices/news.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { pageNumber } from "../../contract/books/shapes.ts";
import { toGroup } from "../../contract/groups/paths.ts";
import * as notesLimits from "../../contract/notes/limits.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import {
  NewNote,
  Note,
  NoteForm,
  type OwnNote,
  type OwnNotes,
  type OwnNotesQuery,
} from "../../contract/notes/shapes.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import { notesServerTexts, notesTexts } from "../../contract/notes/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import { placeName } from "../../contract/reading/places.ts";
import { notePageAt } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, beyondEnd, bookNotFound, Conflict } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { shownWords } from "../../contract/site/written_words.ts";
import { withForm } from "../../writing/mod.ts";

/** Read in parts, with other work in between, up to `note.searched` characters: `next` continues from there. */
export async function listNotes(
  { db, limiter }: Deps,
  user: User,
  { query = "", before, bookId }: z.infer<typeof OwnNotesQuery> & { bookId?: string },
): Promise<OwnNotes> {
  const words = withoutAccents(query).split(/\s+/).filter(Boolean);
  if (words.length > 0) await limiter.take("messageSearch", user.id);
  const { own, part, searched } = notesLimits.note;
  const limit = words.length > 0 ? part : own + 1;
  const found: notes.OwnNoteRow[] = [];
  const list = async (next: string | null): Promise<OwnNotes> => (
    { notes: await withChapters(db, user, found), hasMore: next !== null, next }
  );
  let cursor = before === undefined ? undefined : cursorOf(before);
  for (let read = 0; read < searched;) {
    const rows = await notes.listOwnNotes(db, user.id, { before: cursor, bookId, limit });
    for (const row of rows) {
      cursor = row;
      read += row.content.length + perNote;
      // For each: the engine may answer several searches at once, and each of them has a part to look through.
      if (words.length > 0) await giveWay();
      if (!hasWords(row, words, bookId)) continue;
      if (found.length === own) return await list(written(found.at(-1)!));
      found.push(row);
    }
    if (rows.length < limit) return await list(null);
  }
  return await list(written(cursor!));
}

const perNote = 100;

/** Of a book that was chosen, its title says nothing. */
function hasWords({ title, content, format }: notes.OwnNoteRow, words: string[], bookId?: string): boolean {
  if (words.length === 0) return true;
  const written = shownWords(content, format);
  const text = withoutAccents(bookId === undefined ? `${title}\n${written}` : written);
  return words.every((word) => text.includes(word));
}

async function withChapters(db: Deps["db"], user: User, rows: notes.OwnNoteRow[]): Promise<OwnNote[]> {
  const chapters = await notes.listNoteChapters(db, user.id, rows.map(({ id }) => id));
  return rows.map((row) => asOwnNote(row, chapters.get(row.id) ?? null));
}

const asOwnNote = (row: notes.OwnNoteRow, chapter: string | null): OwnNote => ({
  id: row.id,
  bookId: row.bookId,
  title: row.title,
  groupId: row.groupId,
  pageNumber: notePageAt(row, row.pageNumber),
  chapter,
  unit: row.edition.unit,
  bookPage: row.pageNumber,
  content: row.content,
  format: row.format,
  updatedAt: iso(row.updatedAt),
  shared: row.shared,
  mayShare: row.mayShare,
  removed: row.removed,
});

export async function* writeNotes({ db }: Deps, user: User): AsyncGenerator<string> {
  yield `# ${noteTexts.exportTitle}\n`;
  for (const { id: bookId, title, author, removed } of await notes.listNotedBooks(db, user.id)) {
    yield `\n## ${asLine(title)}\n${author ? `\n${asLine(author)}\n` : ""}`;
    if (removed) yield `\n*${noteTexts.bookRemoved}*\n`;
    let after = -1;
    while (true) {
      const rows = await notes.listNotesOfBook(db, user.id, { bookId, after });
      const chapters = await notes.listNoteChapters(db, user.id, rows.map(({ id }) => id));
      if (rows.length > 0) yield rows.map((row) => asMarkdown(row, chapters.get(row.id))).join("");
      if (rows.length < notesLimits.note.part) break;
      after = rows.at(-1)!.pageNumber;
    }
  }
  yield* writeAllMarks({ db }, user);
}

function asMarkdown(row: notes.OwnNoteRow, chapter: string | undefined): string {
  const place = placeName(notePageAt(row, row.pageNumber), row.edition.unit);
  const heading = chapter === undefined ? place : `${place}, ${asLine(chapter)}`;
  return `\n### ${heading}\n\n${row.content.trimEnd()}\n`;
}

/** What the form in an open book and that on the book's page have in common. */
const noteForm = {
  takes: NoteForm,
  read: ({ params, fields }: SentForm<"/:bookId">) => ({ ...fields, bookId: params.bookId }),
  params: ({ params, fields }: SentForm<"/:bookId">) => ({ bookId: params.bookId, page: fields.pageNumber }),
  says: ({ note }: { note: Note }, { fields }: SentForm) => fields.shared ? sharingText(note.shared) : notesTexts.saved,
};

export const saveNote = operation({
  call: "POST /books/:bookId/notes/:page",
  summary: "Saves the caller's note on a page; empty content removes it",
  access: "member",
  takes: NewNote,
  params: { page: pageNumber },
  gives: { note: Note },
  says: notesTexts.saved,
  fails: {
    400: ["note_mismatch", "page_beyond_end"],
    404: ["book_not_found"],
    409: ["note_changed"],
    413: ["account_full"],
  },
  form: [
    {
      ...noteForm,
      path: "/group/:id/books/:bookId/notes",
      to: (sent, answer) => answer ? toOpenBook(sent, shownPage(sent, answer.note)) : toGroup(sent),
    },
    {
      ...noteForm,
      path: "/group/:id/books/:bookId/page-note",
      to: ({ params: { id, bookId }, search }) => readingPaths.bookPage(id, bookId) + search,
    },
    {
      ...noteForm,
      path: "/notes/:bookId/remove",
      read: ({ params, fields }) => ({ pageNumber: fields.pageNumber, content: "", bookId: params.bookId }),
      to: () => notePaths.ownNotes,
      says: notesTexts.removed,
    },
  ],
  async run({ deps, user, params: { bookId, page } }, { shared, ...draft }: NoteForm) {
    if (draft.bookId !== bookId || draft.pageNumber !== page) {
      throw new BadRequest(notesServerTexts.mismatch, "note_mismatch");
    }
    const { db, clock, limiter, config: { accountQuota: quota } } = deps;
    const { before, saved, isFull } = await notes.saveNote(
      db,
      user.id,
      { ...draft, ...withForm(draft.content, { tables: true }), quota },
      clock(),
    );
    if (!before) throw bookNotFound();
    if (page > before.pageCount) throw beyondEnd(before.pageCount);
    if (isFull) throw await noRoom(deps, user);
    if (!saved) throw new Conflict(notesTexts.conflict, "note_changed", { body: { note: before.note } });
    if (draft.content === "") {
      await noticesRemoved(deps, [{ userId: user.id }]);
      if (before.note.shared) await takeBackNews(deps, { kind: "sharedNote", subject: bookId, by: user.id });
    }
    if (shared === undefined) return { note: saved };
    await limiter.take("talk", user.id);
    await setShared(deps, user, { bookId, pageNumber: page, shared });
    return { note: { ...saved, shared } };
  },
});

/** Of a reader's copy more than one page may have the note: the address of the form has theirs. */
const shownPage = ({ search }: SentForm, { pageNumber }: Note): number =>
  Number(new URLSearchParams(search).get("page") ?? pageNumber);
