import type { z } from "zod";
import * as notesLimits from "../../contract/notes/limits.ts";
import { iso } from "../../../db/engine/query.ts";
import { withoutAccents } from "../../../db/engine/searchable.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import {
  listNoteChapters,
  listNotedBooks,
  listNotesOfBook,
  listOwnNotes,
  type NoteCursor,
  type OwnNoteRow,
} from "../../../db/notes/notes.ts";
import { notePageAt } from "../../contract/reading/positions.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { OwnNote, OwnNotes, OwnNotesQuery } from "../../contract/notes/shapes.ts";
import { placeName } from "../../contract/reading/places.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";

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
  const found: OwnNoteRow[] = [];
  const list = async (next: string | null): Promise<OwnNotes> => (
    { notes: await withChapters(db, user, found), hasMore: next !== null, next }
  );
  let cursor = before === undefined ? undefined : cursorOf(before);
  for (let read = 0; read < searched;) {
    const rows = await listOwnNotes(db, user.id, { before: cursor, bookId, limit });
    for (const row of rows) {
      cursor = row;
      read += row.content.length + perNote;
      // For each: the engine may answer several searches at once, and each of them has a part to look through.
      if (words.length > 0) await giveWay();
      if (!hasWords(row, words)) continue;
      if (found.length === own) return await list(written(found.at(-1)!));
      found.push(row);
    }
    if (rows.length < limit) return await list(null);
  }
  return await list(written(cursor!));
}

/** As many characters as reading a note costs beside its text. */
const perNote = 100;

function hasWords({ title, content }: OwnNoteRow, words: string[]): boolean {
  if (words.length === 0) return true;
  const text = withoutAccents(`${title}\n${content}`);
  return words.every((word) => text.includes(word));
}

function cursorOf(before: string): NoteCursor {
  const dot = before.indexOf(".");
  return { updatedAt: Number(before.slice(0, dot)), id: before.slice(dot + 1) };
}

const written = ({ updatedAt, id }: NoteCursor): string => `${updatedAt}.${id}`;

async function withChapters(db: Deps["db"], user: User, rows: OwnNoteRow[]): Promise<OwnNote[]> {
  const chapters = await listNoteChapters(db, user.id, rows.map(({ id }) => id));
  return rows.map((row) => asOwnNote(row, chapters.get(row.id) ?? null));
}

const asOwnNote = (row: OwnNoteRow, chapter: string | null): OwnNote => ({
  id: row.id,
  bookId: row.bookId,
  title: row.title,
  groupId: row.groupId,
  pageNumber: notePageAt(row, row.pageNumber),
  chapter,
  unit: row.edition.unit,
  bookPage: row.pageNumber,
  content: row.content,
  updatedAt: iso(row.updatedAt),
  shared: row.shared,
});

export async function* writeNotes({ db }: Deps, user: User): AsyncGenerator<string> {
  yield `# ${noteTexts.exportTitle}\n`;
  for (const { id: bookId, title, author } of await listNotedBooks(db, user.id)) {
    yield `\n## ${escaped(title)}\n${author ? `\n${escaped(author)}\n` : ""}`;
    let after = -1;
    while (true) {
      const rows = await listNotesOfBook(db, user.id, { bookId, after });
      const chapters = await listNoteChapters(db, user.id, rows.map(({ id }) => id));
      if (rows.length > 0) yield rows.map((row) => asMarkdown(row, chapters.get(row.id))).join("");
      if (rows.length < notesLimits.note.part) break;
      after = rows.at(-1)!.pageNumber;
    }
  }
}

function asMarkdown(row: OwnNoteRow, chapter: string | undefined): string {
  const place = placeName(notePageAt(row, row.pageNumber), row.edition.unit);
  const heading = chapter === undefined ? place : `${place}, ${escaped(chapter)}`;
  return `\n### ${heading}\n\n${row.content.trimEnd()}\n`;
}

/** A text as one line that Markdown takes as it is (CommonMark, section 2.4). */
const escaped = (text: string): string =>
  text.replace(/\s+/g, " ").trim().replace(/[!-/:-@[-`{-~]/g, (mark) => `\\${mark}`);
