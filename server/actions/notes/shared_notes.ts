/** Notes that are shared with the group of the book, and answers to them. */
import * as noteAnswers from "../../../db/notes/note_answers.ts";
import * as sharedNotes from "../../../db/notes/shared_notes.ts";
import { v5, v7 as uuid } from "uuid";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { rowSize } from "../../../db/account/storage.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { NewNoteAnswer, NoteAnswer, SharedNotes } from "../../contract/notes/notes.ts";
import { notePageAt } from "../../contract/reading/copy.ts";
import { lastPageBy, ownPages, pageAt, positionOf } from "../../contract/reading/positions.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, beyondEnd, bookNotFound, found, noteNotFound, NotFound } from "../../errors.ts";
import { noticesRemoved, notifyOfNoteAnswer } from "../notices/notices.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";

interface Asked {
  bookId: string;
  /** Of the reader's copy; without one all up to where they have read. */
  page?: number;
  /** The id of the note after which the list continues. */
  before?: string;
}

/**
 * Shared notes as a reader may see them: nobody else's is further on than they have read.
 *
 * @throws NotFound unless the reader is a member of the book's group, BadRequest for a page beyond the end
 */
export async function listSharedNotes(
  { db }: Pick<Deps, "db">,
  user: User,
  { bookId, page, before }: Asked,
): Promise<SharedNotes> {
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  const own = ownPages(reader.pageCount);
  const reachedPage = lastPageBy(own, reader.reached);
  const [{ notes, hasMore }, ahead] = await Promise.all([
    sharedNotes.listSharedNotes(db, user.id, { bookId, pages: pagesOf(reader, page), reachedPage, before }),
    sharedNotes.countNotesAhead(db, user.id, { bookId, reachedPage }),
  ]);
  const inCopy = notes.map(({ pageNumber, ...note }) => ({ ...note, pageNumber: notePageAt(reader, pageNumber) }));
  return { notes: inCopy, ahead, hasMore };
}

/** The pages of the book that are one page of the reader's copy: a book with fewer pages has at least one at it. */
function pagesOf({ pageCount, edition }: Reader, page: number | undefined): sharedNotes.Pages {
  if (page === undefined) return { from: 0, to: pageCount };
  if (page > edition.pageCount) throw beyondEnd(edition.pageCount);
  const own = ownPages(pageCount);
  return {
    from: page === 0 ? 0 : pageAt(own, positionOf(edition, page - 1) + 1),
    to: pageAt(own, positionOf(edition, page)),
  };
}

/**
 * Shares a note of the reader's with the group, or takes it back: then nobody else sees it from now on.
 *
 * @throws NotFound unless the reader is a member of the book's group and has a note there
 */
export async function shareNote(
  { db, clock, limiter }: Pick<Deps, "db" | "clock" | "limiter">,
  user: User,
  sharing: { bookId: string; pageNumber: number; shared: boolean },
): Promise<void> {
  await limiter.take("talk", user.id);
  found(await findReader(db, user.id, sharing.bookId), bookNotFound);
  if (!await sharedNotes.shareNote(db, user.id, sharing, clock())) {
    throw new NotFound(noteTexts.saveFirst, "note_not_found");
  }
}

/**
 * Adds an answer to a shared note, and notifies its writer.
 *
 * @throws NotFound unless the user may see the note, BadRequest where it has as many answers as one may have,
 * AppError (413) without room for it
 */
export async function answerNote(
  deps: Pick<Deps, "db" | "config" | "clock" | "log" | "broadcast" | "pusher" | "limiter">,
  user: User,
  { noteId, content, clientId }: NewNoteAnswer & { noteId: string },
): Promise<NoteAnswer> {
  const { db, config: { accountQuota: quota }, clock, limiter } = deps;
  await limiter.take("talk", user.id);
  const note = found(await sharedNotes.findSharedNote(db, user.id, noteId), noteNotFound);
  const id = clientId ? v5(JSON.stringify([user.id, noteId, content]), clientId) : uuid();
  const added = await noteAnswers.insertNoteAnswer(db, user.id, { id, noteId, content, quota }, clock());
  if (!added) await requireRoom(deps, user, rowSize.text + bytesIn(content));
  if (!added) throw new BadRequest(noteTexts.tooManyAnswers, "too_many_answers");
  if (added.isNew) await notifyOfNoteAnswer(deps, user, { note, noteId, answerId: id });
  return added.answer;
}

/** Deletes an answer of the user's, or to a note of theirs. @throws NotFound for any other */
export async function removeNoteAnswer(
  deps: Pick<Deps, "db" | "clock" | "log" | "broadcast" | "pusher">,
  user: User,
  answer: { noteId: string; id: string },
): Promise<void> {
  const writerId = await noteAnswers.deleteNoteAnswer(deps.db, user.id, answer);
  if (writerId === undefined) throw new NotFound(noteTexts.answerNotFound, "answer_not_found");
  await noticesRemoved(deps, [{ userId: writerId }]);
}
