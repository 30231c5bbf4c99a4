/** One date of a meeting that repeats. */
import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { DateChange } from "../../server/contract/groups/meeting_shapes.ts";
import type { MeetingDate } from "../../server/contract/groups/occurrences.ts";
import { nextReminderAt } from "../../server/contract/groups/reminders.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isBookOfGroup, isRemoved } from "./meeting_books.ts";
import { endsAfter, listTimes } from "./meeting_dates.ts";
import { mayChangeMeeting } from "./meetings.ts";

/** When to remind next, once this date is so. */
export async function findNextReminder(
  db: Db,
  { id, changed }: { id: string; changed: MeetingDate },
  now: number,
): Promise<number | null> {
  const [meeting] = await listTimes(db, { from: sql`from meetings where meetings.id = ${id}` }, now);
  if (!meeting) return null;
  const others = meeting.changed.filter(({ date }) => date !== changed.date);
  return nextReminderAt({ ...meeting, changed: [...others, changed] }, now);
}

interface DateOfMeeting {
  id: string;
  date: number;
  /** As all its dates that were changed are by then: when to remind next. */
  remindAt: number | null;
}

/**
 * @param own what it has of its own, `upTo` as a position: what is left out is as the series has it
 * @param keepsBook whether a book of its own that was removed stays, with its page, for when it is brought back
 * @returns false where it was cancelled, the book is not the group's, too many were changed, or they may not
 */
export const saveDate = (
  db: Db,
  viewerId: string,
  { own, keepsBook = false, ...date }: DateOfMeeting & { own: DateChange; keepsBook?: boolean },
  now: number,
): Promise<boolean> => {
  const { startsAt = date.date, endsAt, place, url, bookId, upTo } = own;
  const or = (value: string | number | null | undefined, column: string) =>
    value === undefined ? sql.raw(`meetings.${column}`) : sql`${value}`;
  const isKept = isRemoved("meeting_dates", keepsBook);
  const unlessKept = (column: string) =>
    sql`${sql.raw(column)} = case when ${isKept} then ${sql.raw(`meeting_dates.${column}`)} else ${
      sql.raw(`excluded.${column}`)
    } end`;
  return writeDate(db, viewerId, {
    ...date,
    bookId: bookId ?? null,
    content: sql`${startsAt},
      ${endsAt === undefined ? sql`${startsAt} + meetings.ends_at - meetings.starts_at` : sql`${endsAt}`},
      ${or(place, "place")}, ${or(url, "url")}, ${or(bookId, "book_id")}, ${or(upTo, "up_to")}, null`,
    changes: sql`starts_at = excluded.starts_at, ends_at = excluded.ends_at, place = excluded.place,
      url = excluded.url, ${unlessKept("book_id")}, ${unlessKept("up_to")}, cancelled_at = null`,
  }, now);
};

/** @returns false where it was cancelled before, too many were changed, or they may not */
export const cancelDate = (db: Db, viewerId: string, date: DateOfMeeting, now: number): Promise<boolean> =>
  writeDate(db, viewerId, {
    ...date,
    bookId: null,
    content: sql`${date.date}, ${date.date} + meetings.ends_at - meetings.starts_at, meetings.place, meetings.url,
      meetings.book_id, meetings.up_to, ${now}`,
    changes: sql`cancelled_at = excluded.cancelled_at`,
  }, now);

interface DateWrite extends DateOfMeeting {
  bookId: string | null;
  content: SQL;
  changes: SQL;
}

function writeDate(
  db: Db,
  viewerId: string,
  { id, date, remindAt, bookId, content, changes }: DateWrite,
  now: number,
): Promise<boolean> {
  const ofMeeting = sql`meeting_dates.meeting_id = ${id}`;
  const isThis = sql`${ofMeeting} and meeting_dates.date = ${date}`;
  const { each, perGroup } = limits.meetings.changed;
  return changesRows(db, [
    db.q.run(sql`
      insert into meeting_dates (meeting_id, date, starts_at, ends_at, place, url, book_id, up_to, cancelled_at,
        sequence, updated_at)
      select meetings.id, ${date}, ${content}, meetings.sequence + 1, ${now} from meetings
      where meetings.id = ${id} and meetings.repeats is not null and ${mayChangeMeeting(viewerId)}
        and ${isBookOfGroup(bookId, sql`meetings.group_id`)}
        and (exists (select 1 from meeting_dates where ${isThis})
          or (select count(*) from meeting_dates where ${ofMeeting} and ${endsAfter(now)}) < ${each}
            and (select count(*) from meetings others join meeting_dates on meeting_dates.meeting_id = others.id
              where others.group_id = meetings.group_id and others.repeats is not null and others.cancelled_at is null
                and ${endsAfter(now)}) < ${perGroup})
      on conflict (meeting_id, date) do update
        set ${changes}, sequence = excluded.sequence, updated_at = excluded.updated_at`),
    db.q.run(sql`
      update meetings set sequence = meetings.sequence + 1, updated_at = ${now},
        remind_at = case when meetings.remind_at < ${remindAt} then meetings.remind_at else ${remindAt} end
      where meetings.id = ${id} and exists (
        select 1 from meeting_dates where ${isThis} and meeting_dates.sequence = meetings.sequence + 1)`),
    db.q.run(sql`delete from meeting_dates where ${ofMeeting} and not ${endsAfter(now - limits.calendar.storedFor)}`),
  ]);
}
