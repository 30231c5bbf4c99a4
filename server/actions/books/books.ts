import * as books from "../../../db/books/books.ts";
import { v7 as uuid } from "uuid";
import { isMember } from "../../../db/groups/groups.ts";
import type { Book, BookResult, NewBook } from "../../contract/books/books.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, groupNotFound } from "../../errors.ts";
import { requireGroupRoom } from "../account/storage.ts";
import { coverKey } from "../../library/cover_key.ts";
import { booksServerTexts } from "../../contract/books/texts.ts";

/**
 * Looks for books in every source that is configured. A blank query finds none.
 *
 * @throws TooMany after too many searches, AppError (503) when no source answered
 */
export async function searchBooks(
  { library, limiter }: Pick<Deps, "library" | "limiter">,
  reader: User,
  query: string,
): Promise<BookResult[]> {
  if (!query) return [];
  await limiter.take("bookSearch", reader.id);
  return await library.search(query);
}

/**
 * Adds a book to a group and sends it to the group's members.
 *
 * @param draft its `id` makes the call idempotent: a book stored under that id already is returned as it is
 * @throws NotFound unless the adder is a member, Conflict when the group has the book (by Google Books id or ISBN),
 * BadRequest when the group is full, AppError (413) when who made it has no room for more
 */
export async function addBook(
  { db, config, clock, broadcast }: Pick<Deps, "db" | "config" | "clock" | "broadcast">,
  adder: User,
  groupId: string,
  { id = uuid(), coverImage, ...book }: NewBook & { id?: string },
): Promise<Book> {
  const row = { ...book, id, groupId, coverKey: coverKey(coverImage), quota: config.accountQuota };
  const added = await books.insertBook(db, adder.id, row, clock());
  if (added) {
    broadcast.bookAdded(added);
    return added;
  }
  if (!await isMember(db, adder.id, groupId)) throw groupNotFound();
  if (await books.isFull(db, groupId)) throw new BadRequest(booksServerTexts.groupFull, "group_full");
  await requireGroupRoom({ db, config }, groupId, books.sizeOfBook(row));
  throw new Conflict(booksServerTexts.already, "already_in_group");
}
