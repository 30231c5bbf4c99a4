import type { z } from "zod";
import * as sharedNotes from "../../../db/notes/shared_notes.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { pageNumber } from "../../contract/books/shapes.ts";
import type { SharedNotes, SharedNotesQuery } from "../../contract/notes/shapes.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { Sharing } from "../../contract/reading/input_shapes.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import { lastPageBy, notePageAt, ownPages, pageAt, positionOf } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { beyondEnd, bookNotFound, found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

export const sharingText = (shared: boolean): string => shared ? noteTexts.sharedNow : noteTexts.notSharedNow;

export const shareNote = operation({
  call: "PUT /books/:bookId/notes/:page/sharing",
  summary: "Shares a note of the caller's with the group, or takes it back",
  access: "owner",
  takes: Sharing,
  params: { page: pageNumber },
  limit: "talk",
  says: (_, __, { shared }) => sharingText(shared),
  fails: { 404: ["book_not_found", "note_not_found"] },
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

/** @throws NotFound unless the reader is a member of the book's group and has a note there */
export async function setShared(
  { db, clock }: Pick<Deps, "db" | "clock">,
  user: User,
  sharing: NoteSharing,
): Promise<void> {
  found(await findReader(db, user.id, sharing.bookId), bookNotFound);
  if (!await sharedNotes.shareNote(db, user.id, sharing, clock())) {
    throw new NotFound(noteTexts.saveFirst, "note_not_found");
  }
}

/**
 * Shared notes as a reader may see them: nobody else's is further on than they have read.
 *
 * @throws NotFound unless the reader is a member of the book's group, BadRequest for a page beyond the end
 */
export async function listSharedNotes(
  { db }: Pick<Deps, "db">,
  user: User,
  { bookId, page, before }: z.infer<typeof SharedNotesQuery> & { bookId: string },
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
