/** What a plan, contents, a book or the shelf were before a change. A change is stored in the write that makes it. */
import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import * as booksLimits from "../../server/contract/books/limits.ts";
import type { Book, BookState } from "../../server/contract/books/shapes.ts";
import type { Schedule } from "../../server/contract/reading/plan.ts";
import type { Chapter } from "../../server/contract/reading/shapes.ts";
import type { Db, Statement } from "../engine/client.ts";
import { mayDecide } from "../groups/roles.ts";
import { calledName } from "../people/columns.ts";
import { bookChanges, books, users } from "../schema.ts";
import { isOnShelf } from "./conditions.ts";

/** As it was before: of a book that was removed or brought back, whether it was gone. */
export type BookBefore =
  | { kind: "plan"; before: Schedule | null }
  | { kind: "contents"; before: Chapter[] }
  | { kind: "removed"; before: boolean }
  | { kind: "corrected"; before: Pick<Book, "title" | "author" | "pageCount"> }
  | { kind: "moved"; before: BookState };

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

export const correctionBefore: SQL = sql`json_object(
  'title', books.title, 'author', books.author, 'pageCount', books.page_count)`;

export const moveBefore: SQL = sql`json_quote(books.state)`;

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

/** A book is removed or comes back. @param isRemoved whether it was removed before that */
export const recordShelf = (
  db: Db,
  { isRemoved, ...change }: Pick<NewChange, "bookId" | "userId" | "from"> & { isRemoved: boolean },
  now: number,
): [Statement, Statement] => recordChange(db, { ...change, kind: "removed", before: sql.raw(`'${isRemoved}'`) }, now);

/** The outcome of an allowed write that records its change. */
export interface Recorded {
  /** False where all stays as it was. */
  isChanged: boolean;
}

/** Of the same kind and book. Rows order those of one millisecond. */
const later = sql`book_changes later where later.book_id = book_changes.book_id and later.kind = book_changes.kind
  and (later.created_at, later.rowid) > (book_changes.created_at, book_changes.rowid)`;

/**
 * A removal is undone by the next change of the shelf. All else can be put back however often it has changed since,
 * until it is again what it was.
 */
const undoneAt = sql<number | null>`case
  when book_changes.kind = 'removed' then (select min(later.created_at) from ${later})
  when book_changes."before" = case book_changes.kind when 'plan' then ${planBefore}
      when 'corrected' then ${correctionBefore} when 'moved' then ${moveBefore} else ${contentsBefore} end
    then (select max(later.created_at) from ${later}) end`;

const change = {
  id: bookChanges.id,
  bookId: bookChanges.bookId,
  kind: bookChanges.kind,
  before: bookChanges.before,
  undoneAt,
};

export type StoredChange = BookBefore & { id: string; bookId: string; undoneAt: number | null };

type ListedChange = StoredChange & {
  title: string;
  createdAt: number;
  /** Null once the account is gone. */
  by: string | null;
};

/** For people who may undo them: all changes of books on the shelf, and of removed books only the removal. */
export async function listChanges(db: Db, viewerId: string, groupId: string): Promise<ListedChange[]> {
  const latest = db.q.select({ id: bookChanges.id }).from(books)
    .innerJoin(bookChanges, eq(bookChanges.bookId, books.id))
    .where(and(eq(books.groupId, groupId), isUndoable, mayDecide(viewerId, groupId)))
    .orderBy(...latestFirst).limit(booksLimits.book.changesListed);
  const rows = await db.q.select({
    ...change,
    title: books.title,
    createdAt: bookChanges.createdAt,
    by: sql<string | null>`${calledName}`,
  }).from(bookChanges)
    .innerJoin(books, eq(books.id, bookChanges.bookId))
    .leftJoin(users, eq(users.id, bookChanges.userId))
    .where(inArray(bookChanges.id, latest)).orderBy(...latestFirst);
  return rows as ListedChange[];
}

const latestFirst = [desc(bookChanges.createdAt), sql`book_changes.rowid desc`];

const isUndoable = or(isOnShelf(), eq(bookChanges.kind, "removed"));

export async function findChange(
  db: Db,
  viewerId: string,
  { groupId, id }: { groupId: string; id: string },
): Promise<StoredChange | undefined> {
  const row = await db.q.select(change).from(bookChanges).innerJoin(books, eq(books.id, bookChanges.bookId))
    .where(and(eq(bookChanges.id, id), eq(books.groupId, groupId), isUndoable, mayDecide(viewerId, groupId))).get();
  return row as StoredChange | undefined;
}
