import * as notes from "../../../db/notes/notes.ts";
import type { NewNote, Note } from "../../contract/notes/notes.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, beyondEnd, bookNotFound, Conflict, found } from "../../errors.ts";
import { noticesRemoved } from "../notices/notices.ts";
import { noRoom } from "../account/storage.ts";
import { notesServerTexts, notesTexts } from "../../contract/notes/texts.ts";

type Place = Pick<NewNote, "bookId" | "pageNumber">;

/**
 * A reader's own note on a page; without one the content is `""`.
 *
 * @throws NotFound unless the reader is a member of the book's group, BadRequest for a page beyond the book's end
 */
export async function readNote({ db }: Pick<Deps, "db">, reader: User, place: Place): Promise<Note> {
  const page = found(await notes.findNote(db, reader.id, place), bookNotFound);
  if (place.pageNumber > page.pageCount) throw beyondEnd(page.pageCount);
  return page.note;
}

/**
 * Saves a reader's note on a page; an empty one is removed, with the answers to it.
 *
 * @param at the place in the address the note was sent to; the note's own must be the same
 * @throws NotFound unless the reader is a member of the book's group; BadRequest for a page beyond the book's end, or
 * another place than the address; Conflict, with the stored `note`, when the draft is based on another version; AppError
 * (413) without room for it
 */
export async function saveNote(
  deps: Pick<Deps, "db" | "config" | "clock" | "log" | "broadcast" | "pusher">,
  reader: User,
  at: Place,
  draft: NewNote,
): Promise<Note> {
  if (draft.bookId !== at.bookId || draft.pageNumber !== at.pageNumber) {
    throw new BadRequest(notesServerTexts.mismatch, "note_mismatch");
  }
  const { accountQuota: quota } = deps.config;
  const { before, saved, isFull } = await notes.saveNote(deps.db, reader.id, { ...draft, quota }, deps.clock());
  if (!before) throw bookNotFound();
  if (draft.pageNumber > before.pageCount) throw beyondEnd(before.pageCount);
  if (isFull) throw await noRoom(deps, reader);
  if (!saved) throw new Conflict(notesTexts.conflict, "note_changed", { body: { note: before.note } });
  if (draft.content === "") await noticesRemoved(deps, [{ userId: reader.id }]);
  return saved;
}
