/** Of meetings that repeat, the dates that were moved, changed or cancelled alone; and the copies of their books. */
import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { MeetingDate } from "../../server/contract/groups/occurrences.ts";
import { copyOf, pageAt } from "../../server/contract/reading/positions.ts";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { copyJson } from "../reading/copies.ts";
import { mayRead } from "./roles.ts";

interface CopyRow {
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
  sql`left join books on books.id = ${sql.raw(table)}.book_id and books.removed_at is null
    left join reader_settings on reader_settings.book_id = books.id and reader_settings.user_id = ${viewerId}
    left join editions on editions.id = reader_settings.edition_id`;

export interface ChangedDate extends MeetingDate {
  place: string | null;
  url: string | null;
  bookId: string | null;
  bookTitle: string | null;
  /** The page of its reader's copy. */
  upTo: number | null;
  sequence: number;
  updatedAt: number;
}

/** Whether it ends, or would end if it had not been moved, after this. */
export const endsAfter = (time: SQL | number): SQL => sql`max(meeting_dates.date, meeting_dates.ends_at) > ${time}`;

/** Whether it is among those that decide which date is the current one, or comes after it. */
export const isCurrent = (now: number): SQL =>
  endsAfter(sql`coalesce(meetings.cancelled_at, ${now}) - ${limits.meetings.longest}`);

/** Those next to now, by the ids of their meetings. @param which of the dates of these meetings */
export async function listChangedDates(
  db: Db,
  viewerId: string,
  { meetings, which }: { meetings: { id: string; repeats: unknown }[]; which: SQL },
  now: number,
): Promise<Map<string, ChangedDate[]>> {
  const ids = meetings.filter(({ repeats }) => repeats !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.q.all<ChangedDate & CopyRow & { meetingId: string }>(sql`
    select meeting_dates.meeting_id as "meetingId", meeting_dates.date, meeting_dates.starts_at as "startsAt",
      meeting_dates.ends_at as "endsAt", meeting_dates.place, meeting_dates.url, books.id as "bookId",
      books.title as "bookTitle", meeting_dates.up_to as "upTo", meeting_dates.sequence,
      meeting_dates.updated_at as "updatedAt", meeting_dates.cancelled_at as "cancelledAt", ${copyColumns}
    from meeting_dates join meetings on meetings.id = meeting_dates.meeting_id ${withCopies(viewerId, "meeting_dates")}
    where meeting_dates.meeting_id in ${listed(ids)} and ${which} and ${mayRead(viewerId, sql`meetings.group_id`)}
    order by abs(meeting_dates.date - ${now}) limit ${limits.meetings.inCalendar}`);
  const dates = rows.map(({ pageCount, edition, ...row }) => ({
    ...row,
    upTo: upToPage({ upTo: row.upTo, pageCount, edition }),
  })).sort((a, b) => a.date - b.date);
  return Map.groupBy(dates, ({ meetingId }) => meetingId);
}

/** JSON of the current ones, for those who ask when a meeting is and no more; none of what was cancelled. */
export const changedTimes = (now: number): SQL =>
  sql`(select json_group_array(json_object('date', meeting_dates.date,
    'startsAt', meeting_dates.starts_at, 'endsAt', meeting_dates.ends_at, 'cancelledAt', meeting_dates.cancelled_at))
  from meeting_dates where meeting_dates.meeting_id = meetings.id and meetings.cancelled_at is null and ${
    isCurrent(now)
  })`;

export const withChanged = <Row extends { changed: string }>(row: Row): Omit<Row, "changed"> & {
  changed: MeetingDate[];
} => ({ ...row, changed: JSON.parse(row.changed) });
