/** The books of a shelf as its page shows them: a part of each state. */
import { and, count, eq, sql } from "drizzle-orm";
import * as booksLimits from "../../server/contract/books/limits.ts";
import type { Book, BookState } from "../../server/contract/books/shapes.ts";
import type { Db } from "../engine/client.ts";
import { mayRead } from "../groups/roles.ts";
import { books } from "../schema.ts";
import { asBook, booksOf, shelfOrder } from "./books.ts";
import { isOnShelf } from "./conditions.ts";

const { page: size, interested } = booksLimits.shelf;

export async function listPageOfShelf(
  db: Db,
  viewerId: string,
  { groupId, state, page }: { groupId: string; state: BookState; page: number },
): Promise<Book[]> {
  // People are counted only for the books that are shown.
  const shown = sql`select books.id from books where books.group_id = ${groupId} and books.state = ${state}
    and ${isOnShelf()} order by ${sql.join(shelfOrder, sql`, `)} limit ${size} offset ${(page - 1) * size}`;
  const rows = await booksOf(db.q, viewerId, interested).where(sql`${books.id} in (${shown})`).orderBy(...shelfOrder);
  return rows.map((row) => asBook(row, viewerId));
}

/** Of each state that there are books of. */
export async function countByState(db: Db, viewerId: string, groupId: string): Promise<Map<BookState, number>> {
  const rows = await db.q.select({ state: books.state, count: count() }).from(books)
    .where(and(eq(books.groupId, groupId), isOnShelf(), mayRead(viewerId, groupId))).groupBy(books.state);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Which page of its state a book is on, from 1. */
export async function findPageOfShelf(
  db: Db,
  viewerId: string,
  { groupId, bookId }: { groupId: string; bookId: string },
): Promise<{ state: BookState; page: number } | undefined> {
  const [found] = await db.q.all<{ state: BookState; before: number }>(sql`
    select placed.state, placed.before from (
      select books.id, books.state, row_number() over (
        partition by books.state order by ${sql.join(shelfOrder, sql`, `)}) - 1 as before
      from books where books.group_id = ${groupId} and ${isOnShelf()} and ${mayRead(viewerId, groupId)}
    ) placed where placed.id = ${bookId}`);
  return found && { state: found.state, page: Math.floor(found.before / size) + 1 };
}
