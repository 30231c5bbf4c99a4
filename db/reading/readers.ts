/** Readers of books: their copy, how far they are, and what they share. Every query joins the reader's membership. */
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { copyOf } from "../../server/contract/reading/copy.ts";
import { type Edition, pageAt, percentAt } from "../../server/contract/reading/positions.ts";
import type { SharingReader } from "../../server/contract/reading/readers.ts";
import type { Db } from "../engine/client.ts";
import { faceColumns, iso } from "../people/columns.ts";
import { editionColumns } from "./copies.ts";
import { books, editions, members, progress, readerSettings, users } from "../schema.ts";

/** A member of a book's group, as a reader of the book. */
export interface Reader {
  groupId: string;
  title: string;
  /** Of the book, in its own pages. */
  pageCount: number;
  /** The reader's copy. */
  edition: Edition;
  /** Of their copy; null for the book's own pages. */
  editionId: string | null;
  /** Where they are; 0 before the first page. */
  position: number;
  /** The furthest position so far. */
  reached: number;
  finishedAt: number | null;
  /** When they turned a page last; null before their first. */
  readAt: number | null;
  /** Whether the group sees the page that they are on; null until they have decided, and it does not. */
  sharesPage: boolean | null;
}

/** A member as a reader of a book; undefined to an outsider. */
export async function findReader(db: Db, readerId: string, bookId: string): Promise<Reader | undefined> {
  const row = await db.q.select({
    groupId: books.groupId,
    title: books.title,
    pageCount: books.pageCount,
    editionId: editions.id,
    edition: editionColumns,
    position: progress.position,
    reached: progress.reached,
    finishedAt: progress.finishedAt,
    readAt: progress.readAt,
    sharesPage: readerSettings.sharesPage,
  }).from(books)
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, readerId)))
    .leftJoin(readerSettings, and(eq(readerSettings.bookId, books.id), eq(readerSettings.userId, readerId)))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(eq(books.id, bookId)).get();
  return row && {
    ...row,
    edition: copyOf(row),
    position: row.position ?? 0,
    reached: row.reached ?? 0,
  };
}

/** Stores whether a member shares their page of a book with its group. */
export const savePageSharing = (
  db: Db,
  readerId: string,
  { bookId, shared }: { bookId: string; shared: boolean },
): Promise<unknown> =>
  db.write([
    db.q.run(sql`
      insert into reader_settings (book_id, user_id, shares_page)
      select books.id, members.user_id, ${shared} from books
        inner join members on members.group_id = books.group_id and members.user_id = ${readerId}
      where books.id = ${bookId}
      on conflict do update set shares_page = excluded.shares_page`),
  ]);

const sharing = and(
  eq(readerSettings.bookId, books.id),
  eq(readerSettings.userId, members.userId),
  eq(readerSettings.sharesPage, true),
);

/**
 * The members of a book's group who share their page, the furthest first; none to an outsider.
 *
 * @param copy the viewer's
 */
export async function listSharingReaders(
  db: Db,
  viewerId: string,
  { bookId, copy }: { bookId: string; copy: Edition },
): Promise<(SharingReader & { position: number })[]> {
  const position = sql<number>`coalesce(${progress.position}, 0)`;
  const rows = await db.q.select({
    user: { ...faceColumns, bio: users.bio },
    position,
    readAt: progress.readAt,
    finishedAt: progress.finishedAt,
  }).from(books)
    .innerJoin(members, eq(members.groupId, books.groupId))
    .innerJoin(readerSettings, sharing)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, members.userId)))
    .where(and(
      eq(books.id, bookId),
      sql`exists (select 1 from members as own
      where own.group_id = ${books.groupId} and own.user_id = ${viewerId})`,
    ))
    .orderBy(desc(position), asc(users.id)).limit(readingLimits.plan.listed);
  return rows.map(({ user, position, readAt, finishedAt }) => ({
    user,
    position,
    percent: percentAt(position),
    page: pageAt(copy, position),
    lastReadAt: readAt === null ? null : iso(readAt),
    finishedAt: finishedAt === null ? null : iso(finishedAt),
  }));
}
