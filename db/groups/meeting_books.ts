/** The books of meetings, and of their dates, with the copies that a reader has of them. */
import { type SQL, sql } from "drizzle-orm";
import { copyOf, pageAt } from "../../server/contract/reading/positions.ts";
import { isOnShelf } from "../books/conditions.ts";
import { copyJson } from "../reading/copies.ts";

export interface CopyRow {
  upTo: number | null;
  pageCount: number | null;
  edition: string | null;
}

/** The page of its reader's copy. */
export const upToPage = ({ upTo, pageCount, edition }: CopyRow): number | null =>
  upTo === null || pageCount === null
    ? null
    : pageAt(copyOf({ pageCount, edition: edition === null ? null : JSON.parse(edition) }), upTo);

/** With `withCopies`. */
export const copyColumns = sql`books.page_count as "pageCount",
  case when editions.id is not null then ${copyJson} end as edition`;

/** Joins the books of meetings, and the copies that a reader has of them. */
export const withCopies = (viewerId: string, table: "meetings" | "meeting_dates" = "meetings"): SQL =>
  sql`left join books on books.id = ${sql.raw(table)}.book_id and ${isOnShelf()}
    left join reader_settings on reader_settings.book_id = books.id and reader_settings.user_id = ${viewerId}
    left join editions on editions.id = reader_settings.edition_id`;

/** Also none. */
export const isBookOfGroup = (bookId: string | null, groupId: SQL): SQL =>
  bookId === null ? sql`true` : sql`exists (
    select 1 from books where books.id = ${bookId} and books.group_id = ${groupId} and ${isOnShelf()})`;

/** Whether the book that a row has was removed, where that matters. */
export const isRemoved = (table: "meetings" | "meeting_dates", isAsked: boolean): SQL =>
  sql`(${isAsked} and exists (
    select 1 from books where books.id = ${sql.raw(table)}.book_id and not ${isOnShelf()}))`;
