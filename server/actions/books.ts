import { v7 as uuid } from "uuid";
import * as books from "../../db/books.ts";
import { isMember } from "../../db/groups.ts";
import type { Book, BookResult, NewBook, Progress } from "../contract/books.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, Conflict, NotFound } from "../errors.ts";
import { groupNotFound } from "./groups.ts";
import { coverKey } from "../library/cover_key.ts";

/**
 * Looks for books in every source that is configured; blank finds none.
 *
 * @throws TooMany after too many searches, AppError (503) where not one source answered
 */
export async function searchBooks(
  { books, limiter }: Pick<Deps, "books" | "limiter">,
  reader: User,
  query: string,
): Promise<BookResult[]> {
  if (!query) return [];
  await limiter.take("bookSearch", reader.id);
  return await books.search(query);
}

/**
 * The books of a group, the latest first.
 *
 * @throws NotFound to whoever is no member
 */
export async function listBooks({ db }: Pick<Deps, "db">, viewer: User, groupId: string): Promise<Book[]> {
  const found = await books.listBooks(db, viewer.id, groupId);
  if (found.length === 0 && !await isMember(db, viewer.id, groupId)) throw groupNotFound();
  return found;
}

/**
 * A book, to a member of its group.
 *
 * @throws NotFound to everyone else
 */
export async function findBook({ db }: Pick<Deps, "db">, viewer: User, id: string): Promise<Book> {
  const book = await books.findBook(db, viewer.id, id);
  if (!book) throw bookNotFound();
  return book;
}

/**
 * Adds a book to a group and tells its members.
 *
 * @param draft with its `id` where the caller knows it; a book that is there under it already is the one that is given
 * @throws NotFound to whoever is no member, Conflict where the group has it by its Google Books id or ISBN
 */
export async function addBook(
  { db, clock, broadcast }: Pick<Deps, "db" | "clock" | "broadcast">,
  adder: User,
  groupId: string,
  { id = uuid(), coverImage, ...book }: NewBook & { id?: string },
): Promise<Book> {
  const row = { ...book, id, groupId, coverKey: coverKey(coverImage) };
  const added = await books.insertBook(db, adder.id, row, clock());
  if (added) {
    broadcast.bookAdded(added);
    return added;
  }
  if (!await isMember(db, adder.id, groupId)) throw groupNotFound();
  if (await books.isFull(db, groupId)) throw new BadRequest(texts.books.groupFull, "group_full");
  throw new Conflict(texts.books.already, "already_in_group");
}

/**
 * Says which page a reader is on, and tells her other windows.
 *
 * @throws NotFound to whoever is no member of the book's group, BadRequest for a page that the book has not
 */
export async function saveProgress(
  { db, clock, broadcast }: Pick<Deps, "db" | "clock" | "broadcast">,
  reader: User,
  bookId: string,
  currentPage: number,
): Promise<Progress> {
  const { pageCount, progress } = await books.saveProgress(db, reader.id, { bookId, currentPage }, clock());
  if (pageCount === undefined) throw bookNotFound();
  if (!progress) throw beyondEnd(pageCount);
  broadcast.progressUpdated(progress);
  return progress;
}

/** To a stranger a book is as one that does not exist. */
export const bookNotFound = () => new NotFound(texts.books.notFound, "book_not_found");
/** The failure that a page past the end of its book is. */
export const beyondEnd = (pageCount: number) => new BadRequest(texts.progress.beyondEnd(pageCount), "page_beyond_end");
