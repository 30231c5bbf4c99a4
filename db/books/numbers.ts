/**
 * ISBNs and numbers at Google, each of which one book of a group has. A removed book keeps its own behind its id where
 * another one needs it meanwhile.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "../engine/client.ts";
import { isOnShelf } from "./conditions.ts";

const columns = ["isbn", "google_books_id"] as const;

/** Of a row of `books`, as it was given. */
export const ownNumber = (column: (typeof columns)[number]): SQL => {
  const number = sql.raw(`books.${column}`);
  return sql`case when instr(${number}, books.id || ' ') = 1 then substr(${number}, length(books.id) + 2)
    else ${number} end`;
};

export const hasNumber = (column: (typeof columns)[number], number: string | null): SQL =>
  sql`${sql.raw(`books.${column}`)} in (${number}, books.id || ' ' || ${number})`;

/** Removed books let go of the numbers of others. @param from rows of `books` */
export const setAside = (db: Db, from: SQL): Statement =>
  setAsideFor(
    db,
    sql`(select books.id as id, books.group_id, ${ownNumber("isbn")} as isbn,
    ${ownNumber("google_books_id")} as google_books_id from ${from})`,
  );

/** @param wanted rows of `id`, `group_id`, `isbn` and `google_books_id` */
export const setAsideFor = (db: Db, wanted: SQL): Statement =>
  db.q.run(sql`update books set
      isbn = case when books.isbn = wanted.isbn then books.id || ' ' || books.isbn else books.isbn end,
      google_books_id = case when books.google_books_id = wanted.google_books_id
        then books.id || ' ' || books.google_books_id else books.google_books_id end
    from ${wanted} wanted
    where books.group_id = wanted.group_id and books.id <> wanted.id and not ${isOnShelf()}
      and (books.isbn = wanted.isbn or books.google_books_id = wanted.google_books_id)`);

const freeNumber = (column: (typeof columns)[number]): SQL =>
  sql`case when not exists (select 1 from books others where others.group_id = books.group_id
    and others.id <> books.id and others.${sql.raw(column)} = ${ownNumber(column)}) then ${ownNumber(column)} end`;

/** For a book that comes back: its numbers, unless another one on the shelf has them. */
export const givenBack = { isbn: freeNumber("isbn"), googleBooksId: freeNumber("google_books_id") };
