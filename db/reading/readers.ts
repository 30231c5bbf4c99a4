import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Text } from "../../server/contract/books/text_shapes.ts";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { copyOf, pageAt, percentAt } from "../../server/contract/reading/positions.ts";
import type { Copy, SharingReader } from "../../server/contract/reading/shapes.ts";
import { isOnShelf } from "../books/conditions.ts";
import { mayRemove } from "../books/rights.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { isoFrom } from "../engine/query.ts";
import { isOpenFor, mayChange, mayReadBook, mayShare, shelfMembershipOf } from "../groups/roles.ts";
import { faceColumns } from "../people/columns.ts";
import { books, editions, members, progress, readerSettings, users } from "../schema.ts";
import { bookOf, copyColumns, progressOf, settingsOf, sharesPage, showsPageTo } from "./copies.ts";

export interface Reader {
  bookId: string;
  groupId: string;
  title: string;
  pageCount: number;
  edition: Copy;
  editionId: string | null;
  position: number;
  reached: number;
  openedFrom: number;
  openedSeen: number;
  finishedAt: number | null;
  readAt: number | null;
  /** Where exactly they are in the text, if they were last there. */
  textPlace: number | null;
  /** Of the book\'s text, if it has one. */
  textState: Text["state"] | null;
  /** Null until they have decided, and the group does not see their page. */
  sharesPage: boolean | null;
  /** Not where they read a closed conversation. */
  mayWrite: boolean;
  mayShare: boolean;
  mayPlan: boolean;
  mayWriteContents: boolean;
  mayRemove: boolean;
}

const value = sql.placeholder;

const reader = prepared((q) =>
  q.select({
    bookId: books.id,
    groupId: books.groupId,
    title: books.title,
    pageCount: books.pageCount,
    editionId: editions.id,
    edition: copyColumns,
    position: progress.position,
    reached: progress.reached,
    openedFrom: progress.openedFrom,
    openedSeen: progress.openedSeen,
    finishedAt: progress.finishedAt,
    readAt: progress.readAt,
    textPlace: progress.textPlace,
    textState: sql<Text["state"] | null>`(select texts.state from book_texts
      join texts on texts.hash = book_texts.hash where book_texts.book_id = ${books.id})`,
    sharesPage: sharesPage(),
    mayWrite: isOpenFor(value("readerId"), books.groupId).mapWith(Boolean),
    mayShare: mayShare(value("readerId"), books.groupId).mapWith(Boolean),
    mayPlan: mayChange(value("readerId"), books.groupId, "plan").mapWith(Boolean),
    mayWriteContents: mayChange(value("readerId"), books.groupId, "contents").mapWith(Boolean),
    mayRemove: mayRemove(value("readerId")).mapWith(Boolean),
  }).from(books)
    .innerJoin(members, shelfMembershipOf(value("readerId")))
    .leftJoin(progress, progressOf(value("readerId")))
    .leftJoin(readerSettings, settingsOf(value("readerId")))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(eq(books.id, value("bookId"))).prepare()
);

export async function findReader(db: Db, readerId: string, bookId: string): Promise<Reader | undefined> {
  const row = await reader(db).get({ readerId, bookId });
  return row && {
    ...row,
    edition: copyOf(row),
    position: row.position ?? 0,
    reached: row.reached ?? 0,
    openedFrom: row.openedFrom ?? 0,
    openedSeen: row.openedSeen ?? 0,
  };
}

/** @returns whether it is stored: in a closed conversation nothing is shared */
export const savePageSharing = (
  db: Db,
  readerId: string,
  { bookId, shared }: { bookId: string; shared: boolean },
): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`
      insert into reader_settings (book_id, user_id, shares_page)
      select books.id, members.user_id, ${shared} from ${bookOf(readerId, bookId)}
        and (not ${shared} or ${isOpenFor(readerId, books.groupId)})
      on conflict do update set shares_page = excluded.shares_page`),
  ]);

const sharing = prepared((q) => {
  const position = sql<number>`coalesce(${progress.position}, 0)`;
  return q.select({
    user: { ...faceColumns, bio: users.bio },
    position,
    lastReadAt: isoFrom(progress.readAt),
    finishedAt: isoFrom(progress.finishedAt),
  }).from(books)
    .innerJoin(members, eq(members.groupId, books.groupId))
    .leftJoin(readerSettings, settingsOf(members.userId))
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(progress, progressOf(members.userId))
    .where(and(eq(books.id, value("bookId")), showsPageTo(value("viewerId")), mayReadBook(value("viewerId"), books.id)))
    .orderBy(desc(position), asc(users.id)).limit(readingLimits.plan.listed).prepare();
});

export async function listSharingReaders(
  db: Db,
  viewerId: string,
  { bookId, copy }: { bookId: string; copy: Copy },
): Promise<(SharingReader & { position: number })[]> {
  const rows = await sharing(db).all({ viewerId, bookId });
  return rows.map((row) => ({ ...row, percent: percentAt(row.position), page: pageAt(copy, row.position) }));
}

/** Members who have read up to a position, and where `within` is given are at most so far beyond it. */
export async function listReachedBy(
  db: Db,
  { bookId, position, within }: { bookId: string; position: number; within?: number },
): Promise<string[]> {
  const rows = await db.q.all<{ userId: string }>(sql`
    select members.user_id as "userId" from books join members on members.group_id = books.group_id
      left join progress on progress.book_id = books.id and progress.user_id = members.user_id
    where books.id = ${bookId} and ${isOnShelf()} and coalesce(progress.reached, 0) >= ${position}
      and (${within ?? null} is null or coalesce(progress.position, 0) - ${position} <= ${within ?? null})`);
  return rows.map(({ userId }) => userId);
}
