/** Of meetings that repeat, the dates that come next, and those that were moved, changed or cancelled alone. */
import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { NewDate } from "../../server/contract/groups/meeting_shapes.ts";
import { datesOf, type MeetingDate, type MeetingTimes } from "../../server/contract/groups/occurrences.ts";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { copyColumns, type CopyRow, upToPage, withCopies } from "./meeting_books.ts";
import { mayRead } from "./roles.ts";

/** With `upTo` as a page of its reader's copy. */
export interface ChangedDate extends MeetingDate, NewDate {
  bookTitle: string | null;
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

export interface TimedMeeting extends MeetingTimes {
  id: string;
  cancelledAt: number | null;
  sequence: number;
  /** Those that are current; none of what was cancelled. */
  changed: MeetingDate[];
}

/**
 * When meetings are, and no more of them than is asked for.
 * @param from `from meetings` and its conditions
 */
export async function listTimes<Columns = unknown>(
  db: Db,
  { from, columns }: { from: SQL; columns?: SQL },
  now: number,
): Promise<(TimedMeeting & Columns)[]> {
  const rows = await db.q.all<TimedMeeting & Columns & { changed: string }>(sql`
    select meetings.id, meetings.starts_at as "startsAt", meetings.ends_at as "endsAt",
      meetings.time_zone as "timeZone", meetings.repeats, meetings.cancelled_at as "cancelledAt", meetings.sequence,
      (select json_group_array(json_object('date', meeting_dates.date, 'startsAt', meeting_dates.starts_at,
          'endsAt', meeting_dates.ends_at, 'cancelledAt', meeting_dates.cancelled_at))
        from meeting_dates where meeting_dates.meeting_id = meetings.id and meetings.cancelled_at is null
          and ${isCurrent(now)}) as changed${columns === undefined ? sql`` : sql`, ${columns}`}
    ${from}`);
  return rows.map((row) => ({ ...row, changed: JSON.parse(row.changed) }));
}

/** The next dates of one that repeats, and those that were cancelled among them. */
export async function listDates(db: Db, viewerId: string, id: string, now: number): Promise<MeetingDate[]> {
  const from = sql`from meetings where meetings.id = ${id} and meetings.repeats is not null
    and meetings.cancelled_at is null and ${mayRead(viewerId, sql`meetings.group_id`)}`;
  const rows = await listTimes(db, { from }, now);
  return rows.flatMap((meeting) => datesOf(meeting, { from: now, most: limits.meetings.dates }));
}
