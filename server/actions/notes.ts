import * as notes from "../../db/notes.ts";
import type { NewNote, Note } from "../contract/notes.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Conflict } from "../errors.ts";
import { beyondEnd, bookNotFound } from "./books.ts";

type Place = Pick<NewNote, "bookId" | "pageNumber">;

/**
 * A reader's own note on a page; its content is `""` where she wrote none.
 *
 * @throws NotFound to whoever is no member of the book's group, BadRequest for a page that the book has not
 */
export async function readNote({ db }: Pick<Deps, "db">, reader: User, place: Place): Promise<Note> {
  const page = await notes.findNote(db, reader.id, place);
  if (!page) throw bookNotFound();
  if (place.pageNumber > page.pageCount) throw beyondEnd(page.pageCount);
  return page.note;
}

/**
 * Saves a reader's note on a page, or removes it where nothing is left of it.
 *
 * @param at where it was sent to; the note must say the same
 * @throws NotFound to whoever is no member of the book's group; BadRequest for a page that the book has not, or a note that
 * belongs elsewhere; Conflict, with the stored `note`, where that is another version than the writer began from
 */
export async function saveNote(
  { db, clock }: Pick<Deps, "db" | "clock">,
  reader: User,
  at: Place,
  draft: NewNote,
): Promise<Note> {
  if (draft.bookId !== at.bookId || draft.pageNumber !== at.pageNumber) {
    throw new BadRequest(texts.notes.mismatch, "note_mismatch");
  }
  const { before, saved } = await notes.saveNote(db, reader.id, draft, clock());
  if (!before) throw bookNotFound();
  if (draft.pageNumber > before.pageCount) throw beyondEnd(before.pageCount);
  if (!saved) throw new Conflict(texts.notes.conflict, "note_changed", { body: { note: before.note } });
  return saved;
}
