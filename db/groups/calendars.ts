import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { Repeats } from "../../server/contract/groups/meeting_shapes.ts";
import type { Schedule } from "../../server/contract/reading/plan.ts";
import { copyOf } from "../../server/contract/reading/positions.ts";
import type { Copy } from "../../server/contract/reading/shapes.ts";
import { isOnShelf } from "../books/conditions.ts";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { calendars, users } from "../schema.ts";
import { isComplete } from "./deletion.ts";
import { copyColumns, upToPage, withCopies } from "./meeting_books.ts";
import { type ChangedDate, isCurrent, listChangedDates } from "./meeting_dates.ts";
import { nameFor } from "./names.ts";
import { isOpenFor } from "./roles.ts";

/**
 * The token is stored as it is: its owner sees the address again, and a key to derive it from would stand in the same
 * database. It reads what that database says of the same meetings, and changes nothing.
 */
export const saveToken = (db: Db, { userId, token }: { userId: string; token: string }, now: number) =>
  db.write([
    db.q.insert(calendars).values({ userId, token, createdAt: now })
      .onConflictDoUpdate({ target: calendars.userId, set: { token, createdAt: now } }),
  ]);

export const deleteToken = (db: Db, userId: string) =>
  db.write([db.q.delete(calendars).where(eq(calendars.userId, userId))]);

export const findOwner = (db: Db, token: string): Promise<{ id: string } | undefined> =>
  db.q.select({ id: users.id }).from(calendars).innerJoin(users, eq(users.id, calendars.userId))
    .where(and(eq(calendars.token, token), isNull(users.disabledAt), isNull(users.deletedAt))).get();

export interface CalendarMeeting {
  id: string;
  groupId: string;
  groupName: string;
  title: string;
  startsAt: number;
  endsAt: number;
  timeZone: string;
  place: string | null;
  url: string | null;
  bookTitle: string | null;
  upTo: number | null;
  repeats: Repeats | null;
  sequence: number;
  updatedAt: number;
  cancelledAt: number | null;
  changed: ChangedDate[];
}

/** Those that repeat, and then the latest; none of a closed conversation. */
export const listCalendarMeetings = (db: Db, viewerId: string, now: number): Promise<CalendarMeeting[]> => {
  const over = sql`max(meetings.ends_at, coalesce(meetings.cancelled_at, 0))`;
  const goesOn = sql`(meetings.repeats is not null and meetings.cancelled_at is null)`;
  return meetingsOf(
    db,
    viewerId,
    sql`${isOpenFor(viewerId, sql`groups.id`)} and (${goesOn} or ${over} > ${now - limits.calendar.storedFor})
      order by ${goesOn} desc, ${over} desc limit ${limits.meetings.inCalendar}`,
    now,
  );
};

/** @param dates which of those that were changed, beside those that are current */
export const findCalendarMeetings = (
  db: Db,
  viewerId: string,
  { ids, dates }: { ids: string[]; dates: number[] | "all" },
  now: number,
): Promise<CalendarMeeting[]> =>
  meetingsOf(
    db,
    viewerId,
    sql`meetings.id in ${listed(ids)}`,
    now,
    dates === "all" ? undefined : sql`(${isCurrent(now)} or meeting_dates.date in ${listed(dates)})`,
  );

async function meetingsOf(
  db: Db,
  viewerId: string,
  which: SQL,
  now: number,
  dates = sql`true`,
): Promise<CalendarMeeting[]> {
  const rows = await db.q.all<Omit<CalendarMeeting, "changed"> & { pageCount: number | null; edition: string | null }>(
    sql`
    select meetings.id, groups.id as "groupId", ${nameFor(viewerId)} as "groupName", meetings.title,
      meetings.starts_at as "startsAt", meetings.ends_at as "endsAt", meetings.time_zone as "timeZone", meetings.place,
      meetings.url, books.title as "bookTitle", meetings.up_to as "upTo", meetings.repeats, meetings.sequence,
      meetings.updated_at as "updatedAt", meetings.cancelled_at as "cancelledAt", ${copyColumns}
    from members join groups on groups.id = members.group_id join meetings on meetings.group_id = groups.id
      ${withCopies(viewerId)}
    where members.user_id = ${viewerId} and ${isComplete(sql`groups.id`)} and ${which}`,
  );
  const changed = await listChangedDates(db, viewerId, { meetings: rows, which: dates }, now);
  return rows.map((row) => ({ ...row, upTo: upToPage(row), changed: changed.get(row.id) ?? [] }));
}

export interface CalendarPlan extends Schedule {
  bookId: string;
  groupId: string;
  groupName: string;
  title: string;
  createdAt: number;
  edition: Copy;
}

/** Of books that they have not finished. @param from a day such as `2026-03-01`, as `to` is */
export async function listCalendarPlans(
  db: Db,
  viewerId: string,
  { from, to }: { from: string; to: string },
): Promise<CalendarPlan[]> {
  type Row = Omit<CalendarPlan, "edition" | "days"> & { days: string; pageCount: number; edition: string | null };
  const rows = await db.q.all<Row>(sql`
    select books.id as "bookId", groups.id as "groupId", ${nameFor(viewerId)} as "groupName", books.title,
      plans.starts_on as "startsOn", plans.target_on as "targetOn", plans.days, plans.created_at as "createdAt",
      ${copyColumns}
    from members join groups on groups.id = members.group_id
      join books on books.group_id = groups.id and ${isOnShelf()}
      join plans on plans.book_id = books.id
      left join progress on progress.book_id = books.id and progress.user_id = members.user_id
      left join reader_settings on reader_settings.book_id = books.id and reader_settings.user_id = members.user_id
      left join editions on editions.id = reader_settings.edition_id
    where members.user_id = ${viewerId} and ${isComplete(sql`groups.id`)} and progress.finished_at is null
      and plans.target_on >= ${from} and plans.starts_on <= ${to}
    order by plans.target_on, books.id limit ${limits.calendar.plans}`);
  return rows.map(({ days, pageCount, edition, ...plan }) => ({
    ...plan,
    days: JSON.parse(days),
    edition: copyOf({ pageCount, edition: edition === null ? null : JSON.parse(edition) }),
  }));
}
