/** Books that somebody wants to read: those of their list that they have not begun. */
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { rowSize } from "../../../db/account/storage.ts";
import * as lists from "../../../db/reading/reading_list.ts";
import { ListedAfter, NewWanted, RemovedWanted } from "../../contract/reading/input_shapes.ts";
import { readingList as limits } from "../../contract/reading/limits.ts";
import { readingLogTexts } from "../../contract/reading/log_texts.ts";
import { removeWantedPath, wantedForm, wantedPath } from "../../contract/reading/paths.ts";
import { ListedBook } from "../../contract/reading/shapes.ts";
import { wantedTexts as words } from "../../contract/reading/wanted_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { nextIn } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";

export const readWanted = operation({
  call: "GET /reading/wanted",
  summary: "The books that the caller wants to read, in the order in which they were added",
  access: "signedIn",
  takes: ListedAfter,
  gives: { books: z.array(ListedBook), hasMore: z.boolean() },
  run: ({ deps, user }, { after }) => lists.listWanted(deps.db, user.id, { after, limit: limits.listed }),
});

export const addWanted = operation({
  call: "POST /reading/wanted",
  summary: "Adds a book to those that the caller wants to read: one of a group of theirs, or by its title",
  access: "signedIn",
  takes: NewWanted,
  gives: { book: ListedBook },
  says: words.added,
  status: 201,
  limit: "shelf",
  fails: { 400: ["list_full"], 404: ["book_not_found"], 413: ["account_full"] },
  form: { path: wantedForm, to: ({ search }) => nextIn(search) ?? wantedPath },
  async run({ deps, user }, { bookId, ...typed }) {
    const book = bookId === undefined
      ? { ...typed, title: typed.title! }
      : found(await lists.findForList(deps.db, user.id, bookId), bookNotFound);
    return { book: await addToList(deps, user, book) };
  },
});

/** One that is there already stays as it is, also where they have read it. */
async function addToList(deps: Deps, user: User, book: lists.BookForList): Promise<z.infer<typeof ListedBook>> {
  const { db, clock, config: { accountQuota: quota } } = deps;
  const entry = { ...book, id: uuid(), status: "to-read", startedOn: null, finishedOn: null, rating: null } as const;
  await lists.storeInReadingList(db, user.id, { entries: [entry], quota }, clock());
  const listed = await lists.findListed(db, user.id, lists.readingListKey(book));
  if (listed) return listed;
  await requireRoom(deps, user, rowSize.text + bytesIn(book.title + (book.author ?? "")));
  throw new BadRequest(words.full, "list_full");
}

export const removeWanted = operation({
  call: "DELETE /reading/wanted",
  summary: "Removes a book from those that the caller wants to read",
  access: "owner",
  takes: RemovedWanted,
  says: words.removed,
  fails: { 404: ["book_not_found"] },
  form: { path: removeWantedPath, to: () => wantedPath },
  async run({ deps, user }, { id }) {
    if (!await lists.removeListedBook(deps.db, user.id, id, "to-read")) {
      throw new NotFound(readingLogTexts.bookNotFound, "book_not_found");
    }
  },
});
