import { v5, v7 as uuid } from "uuid";
import type { z } from "zod";
import { rowSize } from "../../../db/account/storage.ts";
import * as sharedNotes from "../../../db/notes/shared_notes.ts";
import * as noteAnswers from "../../../db/notes/shared_notes.ts";
import { findSharedNote } from "../../../db/notes/shared_notes.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { takeBackNews } from "../notices/news.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { notifyOfNoteAnswer, notifyOfSharedNote } from "../notices/reading_notices.ts";
import { pageNumber } from "../../contract/books/shapes.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import { NewNoteAnswer, NoteAnswer, type SharedNotes, type SharedNotesQuery } from "../../contract/notes/shapes.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { Sharing } from "../../contract/reading/input_shapes.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import { lastPageBy, notePageAt, ownPages, pageAt, positionOf } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, beyondEnd, bookNotFound, found, noteNotFound, NotFound } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { withForm } from "../../writing/mod.ts";

export const sharingText = (shared: boolean): string => shared ? noteTexts.sharedNow : noteTexts.notSharedNow;

export const shareNote = operation({
  call: "PUT /books/:bookId/notes/:page/sharing",
  summary: "Shares a note of the caller's with the group, or takes it back",
  access: "owner",
  guests: true,
  takes: Sharing,
  params: { page: pageNumber },
  limit: "talk",
  says: (_, __, { shared }) => sharingText(shared),
  fails: { 403: notOpen, 404: ["book_not_found", "note_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/notes/sharing",
    params: ({ params, fields }) => ({ bookId: params.bookId, page: fields.pageNumber }),
    to: ({ params }) => readingPaths.bookPage(params.id, params.bookId, "notes"),
  },
  run: ({ deps, user, params: { bookId, page } }, { shared }) =>
    setShared(deps, user, { bookId, pageNumber: page, shared }),
});

interface NoteSharing {
  bookId: string;
  pageNumber: number;
  shared: boolean;
}

export async function setShared(deps: Deps, user: User, sharing: NoteSharing): Promise<void> {
  const { db, clock } = deps;
  const book = found(await findReader(db, user.id, sharing.bookId), bookNotFound);
  const note = await sharedNotes.shareNote(db, user.id, sharing, clock());
  if (!note && sharing.shared) await requireOpen(deps, user, book.groupId);
  if (!note) throw new NotFound(noteTexts.saveFirst, "note_not_found");
  if (note.isNewlyShared) await notifyOfSharedNote(deps, user, { book, note });
  if (!sharing.shared) {
    const url = notePaths.noteAt(book.groupId, book.bookId, note.id);
    await takeBackNews(deps, { kind: "sharedNote", subject: book.bookId, by: user.id, url });
  }
}

/** Nobody else's is further on than they have read. @throws NotFound, BadRequest for a page beyond the end */
export async function listSharedNotes(
  { db }: Deps,
  user: User,
  { bookId, page, before, reader: known }: z.infer<typeof SharedNotesQuery> & { bookId: string; reader?: Reader },
): Promise<SharedNotes> {
  const reader = known ?? found(await findReader(db, user.id, bookId), bookNotFound);
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

const path = "/group/:id/books/:bookId/notes/:noteId/answers";

const toNote = ({ params: { id, bookId, noteId } }: SentForm<typeof path>): string =>
  notePaths.noteAt(id, bookId, noteId);

export const answerNote = operation({
  call: "POST /notes/:noteId/answers",
  summary: "Answers a shared note, whose writer is notified",
  access: "member",
  takes: NewNoteAnswer,
  gives: { answer: NoteAnswer },
  status: 201,
  limit: "talk",
  says: noteTexts.answered,
  fails: { 400: ["too_many_answers"], 403: notOpen, 404: ["note_not_found"], 413: ["account_full"] },
  form: { path, read: ({ fields: { formKey, ...fields } }) => ({ ...fields, clientId: formKey }), to: toNote },
  async run({ deps, user, params: { noteId } }, { content, clientId }) {
    const { db, config: { accountQuota: quota }, clock } = deps;
    const note = found(await findSharedNote(db, user.id, noteId), noteNotFound);
    const id = clientId ? v5(JSON.stringify([user.id, noteId, content]), clientId) : uuid();
    const added = await noteAnswers.insertNoteAnswer(
      db,
      user.id,
      { id, noteId, ...withForm(content), quota },
      clock(),
    );
    if (!added) await requireOpen(deps, user, note.groupId);
    if (!added) await requireRoom(deps, user, rowSize.text + bytesIn(content));
    if (!added) throw new BadRequest(noteTexts.tooManyAnswers, "too_many_answers");
    if (added.isNew) await notifyOfNoteAnswer(deps, user, { note, noteId, answerId: id });
    return { answer: added.answer };
  },
});

export const removeNoteAnswer = operation({
  call: "DELETE /notes/:noteId/answers/:answerId",
  summary: "Removes an answer of the caller's, or to a note of theirs",
  access: "owner",
  guests: true,
  says: noteTexts.answerRemoved,
  fails: { 404: ["answer_not_found"] },
  form: { path: `${path}/:answerId/remove`, to: toNote },
  async run({ deps, user, params: { noteId, answerId } }) {
    const writerId = await noteAnswers.deleteNoteAnswer(deps.db, user.id, { noteId, id: answerId });
    if (writerId === undefined) throw new NotFound(noteTexts.answerNotFound, "answer_not_found");
    await noticesRemoved(deps, [{ userId: writerId }]);
  },
});
