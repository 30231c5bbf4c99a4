import { z } from "zod";
import { findBook } from "../../../db/books/books.ts";
import * as shelf from "../../../db/books/shelf.ts";
import { refreshPoints } from "../../../db/reading/copies.ts";
import { Book, BookUpdate } from "../../contract/books/shapes.ts";
import { shelfTexts } from "../../contract/books/shelf_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, Conflict, found } from "../../errors.ts";
import { coverKey } from "../../library/covers.ts";
import { operation } from "../../operation.ts";
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
    403: ["organizers_only"],
    404: ["book_not_found"],
    409: ["pages_read"],
  },
  async run({ deps, user, params: { bookId } }, { authors, coverImage, ...changes }: z.infer<typeof BookUpdate>) {
    const { db, clock, broadcast } = deps;
    const asked = {
      ...changes,
      bookId,
      author: authors,
      coverKey: coverImage === undefined ? undefined : coverKey(coverImage),
    };
    if (!await shelf.updateBook(db, user.id, asked, clock())) throw await whyNot(deps, user, asked);
    if (asked.pageCount !== undefined) await refreshPoints(db, bookId);
    const book = found(await findBook(db, user.id, bookId), bookNotFound);
    if (asked.pageCount !== undefined) broadcast.readersMoved({ groupId: book.groupId, bookId });
    return { book };
  },
});

async function whyNot({ db }: Deps, user: User, asked: Parameters<typeof shelf.findShelfRights>[2]) {
  const rights = found(await shelf.findShelfRights(db, user.id, asked), bookNotFound);
  if (!rights.mayKeep) return onlyOrganizers(shelfTexts.notAllowed);
  if (rights.isReadBeyond && !asked.confirm) return new Conflict(shelfTexts.pagesRead, "pages_read");
  return new BadRequest(shelfTexts.shelfFull[asked.state ?? rights.state], "group_full");
}

export const addInterest = operation({
  call: "PUT /books/:bookId/interest",
  summary: "Says that the caller would read a suggested or next book",
  access: "member",
  gives: { book: Book },
  limit: "shelf",
  fails: { 404: ["book_not_found"], 409: ["already_chosen"] },
  run: ({ deps, user, params: { bookId } }) => setInterest(deps, user, { bookId, isInterested: true }),
});

export const removeInterest = operation({
  call: "DELETE /books/:bookId/interest",
  summary: "Takes back that the caller would read a book",
  access: "member",
  gives: { book: Book },
  limit: "shelf",
  fails: { 404: ["book_not_found"] },
  run: ({ deps, user, params: { bookId } }) => setInterest(deps, user, { bookId, isInterested: false }),
});

async function setInterest({ db, clock }: Deps, user: User, of: { bookId: string; isInterested: boolean }) {
  const isSet = await shelf.setInterest(db, user.id, of, clock());
  const book = found(await findBook(db, user.id, of.bookId), bookNotFound);
  if (!isSet) throw new Conflict(shelfTexts.alreadyChosen, "already_chosen");
  return { book };
}
