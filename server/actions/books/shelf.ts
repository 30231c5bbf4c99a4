import { z } from "zod";
import { findBook } from "../../../db/books/books.ts";
import * as interests from "../../../db/books/interests.ts";
import { findBookRights } from "../../../db/books/rights.ts";
import * as shelf from "../../../db/books/shelf.ts";
import { refreshPoints } from "../../../db/reading/copies.ts";
import { Book, BookUpdate } from "../../contract/books/shapes.ts";
import { shelfPaths } from "../../contract/books/shelf_paths.ts";
import { shelfTexts } from "../../contract/books/shelf_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { changedFields } from "../../contract/site/shown_form.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, Conflict, found } from "../../errors.ts";
import { coverKey } from "../../library/covers.ts";
import { operation } from "../../operation.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { onlyOrganizers } from "../groups/organizers.ts";

export const updateBook = operation({
  call: "PUT /books/:bookId",
  summary: "Corrects a book, or moves it on the shelf; as the group's settings say. A page keeps its number",
  access: "member",
  takes: BookUpdate,
  gives: { book: Book },
  limit: "shelf",
  fails: {
    400: ["group_full"],
    403: ["organizers_only", ...notOpen],
    404: ["book_not_found"],
    409: ["pages_read"],
  },
  form: {
    path: "/group/:id/books/:bookId/change",
    read: ({ fields }) => changedFields(fields),
    says: ({ book }, { fields }) =>
      fields.state ? shelfTexts.moved(book.state) : fields.position ? shelfTexts.reordered : shelfTexts.corrected,
    to: ({ params: { id, bookId }, fields }) => (fields.position ? shelfPaths.moved : shelfPaths.at)(id, bookId),
  },
  async run({ deps, user, params: { bookId } }, { authors, coverImage, ...changes }: z.infer<typeof BookUpdate>) {
    const asked = {
      ...changes,
      bookId,
      author: authors,
      coverKey: coverImage === undefined ? undefined : coverKey(coverImage),
    };
    await keepBook(deps, user, asked);
    return { book: found(await findBook(deps.db, user.id, bookId), bookNotFound) };
  },
});

/** @throws AppError where it is not there, they may not, there is no room, or pages would be lost */
export async function keepBook(deps: Deps, user: User, asked: shelf.BookChanges): Promise<void> {
  if (!await change(deps, user, asked)) throw await whyNot(deps, user, asked);
}

/** @returns whether it was there, they may, and there is room */
export async function change({ db, clock, broadcast }: Deps, user: User, asked: shelf.BookChanges): Promise<boolean> {
  if (!await shelf.updateBook(db, user.id, asked, clock())) return false;
  const { bookId, pageCount } = asked;
  if (pageCount !== undefined) await refreshPoints(db, bookId);
  const book = found(await findBook(db, user.id, bookId), bookNotFound);
  broadcast.bookChanged(book);
  if (pageCount !== undefined) broadcast.partChanged({ groupId: book.groupId, part: "pace", bookId });
  return true;
}

async function whyNot(deps: Deps, user: User, asked: shelf.BookChanges) {
  const { db, clock } = deps;
  const book = found(await findBookRights(db, user.id, asked.bookId, clock()), bookNotFound);
  if (book.isRemoved) return bookNotFound();
  await requireOpen(deps, user, book.groupId);
  if (!(shelf.isMove(asked) ? book.mayMove : book.mayCorrect)) return onlyOrganizers(shelfTexts.notAllowed);
  if (!asked.confirm && await shelf.losesPages(db, user.id, asked)) {
    return new Conflict(shelfTexts.pagesRead, "pages_read");
  }
  return new BadRequest(shelfTexts.shelfFull[asked.state ?? book.state], "group_full");
}

export const addInterest = operation({
  call: "PUT /books/:bookId/interest",
  summary: "Says that the caller would read a suggested or next book",
  access: "member",
  gives: { book: Book },
  limit: "shelf",
  fails: { 403: notOpen, 404: ["book_not_found"], 409: ["already_chosen"] },
  form: {
    path: "/group/:id/books/:bookId/interest",
    says: shelfTexts.noted,
    to: ({ params: { id, bookId } }) => shelfPaths.at(id, bookId),
  },
  run: ({ deps, user, params: { bookId } }) => setInterest(deps, user, { bookId, isInterested: true }),
});

export const removeInterest = operation({
  call: "DELETE /books/:bookId/interest",
  summary: "Takes back that the caller would read a book",
  access: "member",
  gives: { book: Book },
  limit: "shelf",
  fails: { 403: notOpen, 404: ["book_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/interest/remove",
    says: shelfTexts.takenBack,
    to: ({ params: { id, bookId } }) => shelfPaths.at(id, bookId),
  },
  run: ({ deps, user, params: { bookId } }) => setInterest(deps, user, { bookId, isInterested: false }),
});

async function setInterest(deps: Deps, user: User, of: { bookId: string; isInterested: boolean }) {
  const { db, clock, broadcast } = deps;
  const isSet = await interests.setInterest(db, user.id, of, clock());
  const book = found(await findBook(db, user.id, of.bookId), bookNotFound);
  if (!isSet) {
    await requireOpen(deps, user, book.groupId);
    throw new Conflict(shelfTexts.alreadyChosen, "already_chosen");
  }
  broadcast.partChanged({ groupId: book.groupId, part: "shelf" });
  return { book };
}
