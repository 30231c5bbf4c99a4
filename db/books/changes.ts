/** What a plan, contents or the shelf were before a change. A change is stored in the write that makes it. */
import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import * as booksLimits from "../../server/contract/books/limits.ts";
import type { Schedule } from "../../server/contract/reading/plan.ts";
import type { Chapter } from "../../server/contract/reading/shapes.ts";
import type { Db, Statement } from "../engine/client.ts";
import { mayOrganize } from "../groups/roles.ts";
import { calledName } from "../people/columns.ts";
import { bookChanges, books, users } from "../schema.ts";

/** As it was before: of a book that was removed or brought back, whether it was gone. */
export type BookBefore =
  | { kind: "plan"; before: Schedule | null }
  | { kind: "contents"; before: Chapter[] }
  | { kind: "removed"; before: boolean };

interface NewChange {
  bookId: string | SQL;
  userId: string;
  kind: BookBefore["kind"];
  /** JSON of `books`. */
  before: SQL;
  /** Of `books` joined with the membership of the person who changes it. */
  from: SQL;
}

export const planBefore: SQL = sql`coalesce((
  select json_object('startsOn', starts_on, 'targetOn', target_on, 'days', json(days)) from plans
  where plans.book_id = books.id), 'null')`;

export const contentsBefore: SQL = sql`(select json_group_array(json_object('title', title, 'page', page)) from (
  select title, page from chapters where chapters.book_id = books.id order by number))`;

const { changes: maxChanges, changesBytes: maxBytes } = booksLimits.book;

export const recordChange = (
  db: Db,
  { bookId, userId, kind, before, from }: NewChange,
  now: number,
): [Statement, Statement] => [
  db.q.run(sql`insert into book_changes (id, book_id, user_id, kind, "before", created_at)
    select lower(hex(randomblob(16))), books.id, ${userId}, ${kind}, ${before}, ${now} from ${from}`),
  db.q.run(sql`delete from book_changes where book_id = ${bookId} and id in (
    select id from (
      select id, row_number() over latest as number, sum(octet_length("before")) over latest as bytes
      from book_changes where book_id = ${bookId} window latest as (order by created_at desc, rowid desc)
    ) where number > ${maxChanges} or number > 1 and bytes > ${maxBytes})`),
];

const change = {
  id: bookChanges.id,
  bookId: bookChanges.bookId,
  kind: bookChanges.kind,
  before: bookChanges.before,
};

export type StoredChange = BookBefore & { id: string; bookId: string };

export interface ListedChange {
  id: string;
  bookId: string;
  title: string;
  kind: BookBefore["kind"];
  before: unknown;
  createdAt: number;
  /** Now, whatever it was before. */
  hasPlan: boolean;
  /** Null once the account is gone. */
  by: string | null;
}

/** To organizers: the latest of books that are there, and of those that were removed that. */
export const listChanges = (db: Db, viewerId: string, groupId: string): Promise<ListedChange[]> =>
  db.q.select({
    ...change,
    title: books.title,
    createdAt: bookChanges.createdAt,
    hasPlan: sql<boolean>`exists (select 1 from plans where plans.book_id = ${books.id})`.mapWith(Boolean),
    by: sql<string | null>`${calledName}`,
  }).from(books)
    .innerJoin(bookChanges, eq(bookChanges.bookId, books.id))
    .leftJoin(users, eq(users.id, bookChanges.userId))
    .where(and(eq(books.groupId, groupId), isUndoable, mayOrganize(viewerId, groupId)))
    .orderBy(desc(bookChanges.createdAt), sql`book_changes.rowid desc`).limit(booksLimits.book.changesListed);

const isUndoable = or(isNull(books.removedAt), eq(bookChanges.kind, "removed"));

export async function findChange(
  db: Db,
  viewerId: string,
  { groupId, id }: { groupId: string; id: string },
): Promise<StoredChange | undefined> {
  const row = await db.q.select(change).from(bookChanges).innerJoin(books, eq(books.id, bookChanges.bookId))
    .where(and(eq(bookChanges.id, id), eq(books.groupId, groupId), isUndoable, mayOrganize(viewerId, groupId))).get();
  return row as StoredChange | undefined;
}
