/** One date of a meeting that repeats. */
import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { DateChange } from "../../server/contract/groups/meeting_shapes.ts";
import { isDateOf, type MeetingDate } from "../../server/contract/groups/occurrences.ts";
import { nextReminderAt } from "../../server/contract/groups/reminders.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isBookOfGroup, isRemoved } from "./meeting_books.ts";
import { endsAfter, listTimes } from "./meeting_dates.ts";
import { mayChangeMeeting } from "./meetings.ts";

interface DateOfMeeting {
  id: string;
  /** As it is to be. */
  changed: MeetingDate;
  /** That the meeting is to have, if given. */
  sequence?: number;
}

/**
 * @param own what it has of its own, `upTo` as a position: what is left out is as the series has it
 * @param keepsBook whether a book of its own that was removed stays, with its page, for when it is brought back
 * @returns false where it was cancelled, is no date of it any more, the book is not the group's, too many were changed,
 *   they may not, or others were faster twice
 */
export const saveDate = (
  db: Db,
  viewerId: string,
  { own, keepsBook = false, ...date }: DateOfMeeting & { own: DateChange; keepsBook?: boolean },
  now: number,
): Promise<boolean> => {
  const { startsAt = date.changed.date, endsAt, place, url, bookId, upTo } = own;
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

/** @returns false as `saveDate` does */
export const cancelDate = (db: Db, viewerId: string, date: DateOfMeeting, now: number): Promise<boolean> =>
  writeDate(db, viewerId, {
    ...date,
    bookId: null,
    content: sql`${date.changed.date}, ${date.changed.date} + meetings.ends_at - meetings.starts_at, meetings.place,
        meetings.url,
      meetings.book_id, meetings.up_to, ${now}`,
    changes: sql`cancelled_at = excluded.cancelled_at`,
  }, now);

interface DateWrite extends DateOfMeeting {
  bookId: string | null;
  content: SQL;
  changes: SQL;
}

const writeDate = async (db: Db, viewerId: string, write: DateWrite, now: number): Promise<boolean> =>
  await tryWrite(db, viewerId, write, now) || await tryWrite(db, viewerId, write, now);

async function tryWrite(
  db: Db,
  viewerId: string,
  { id, changed, sequence, bookId, content, changes }: DateWrite,
  now: number,
): Promise<boolean> {
  const { date } = changed;
  const [meeting] = await listTimes(db, { from: sql`from meetings where meetings.id = ${id}` }, now);
  if (!meeting || !isDateOf(meeting, date) || meeting.sequence !== (sequence ?? meeting.sequence)) return false;
  const others = meeting.changed.filter((other) => other.date !== date);
  const remindAt = nextReminderAt({ ...meeting, changed: [...others, changed] }, now);
  const isThis = sql`meeting_dates.meeting_id = ${id} and meeting_dates.date = ${date}`;
  return await changesRows(db, [
    db.q.run(sql`
      insert into meeting_dates (meeting_id, date, starts_at, ends_at, place, url, book_id, up_to, cancelled_at,
        sequence, updated_at)
      select meetings.id, ${date}, ${content}, meetings.sequence + 1, ${now} from meetings
      where meetings.id = ${id} and meetings.sequence = ${meeting.sequence} and ${mayChangeMeeting(viewerId)}
        and ${isBookOfGroup(bookId, sql`meetings.group_id`)} and ${hasRoom(date, now)}
      on conflict (meeting_id, date) do update
        set ${changes}, sequence = excluded.sequence, updated_at = excluded.updated_at`),
    db.q.run(sql`
      update meetings set sequence = meetings.sequence + 1, updated_at = ${now},
        remind_at = case when meetings.remind_at < ${remindAt} then meetings.remind_at else ${remindAt} end
      where meetings.id = ${id} and exists (
        select 1 from meeting_dates where ${isThis} and meeting_dates.sequence = meetings.sequence + 1)`),
    db.q.run(sql`
      delete from meeting_dates
      where meeting_dates.meeting_id = ${id} and not ${endsAfter(now - limits.calendar.storedFor)}`),
  ]);
}

/** Whether this date can be changed alone, as far as others of the meeting and of its group go. */
function hasRoom(date: number, now: number): SQL {
  const { each, perGroup } = limits.meetings.changed;
  const ofMeeting = sql`meeting_dates.meeting_id = meetings.id`;
  return sql`(exists (select 1 from meeting_dates where ${ofMeeting} and meeting_dates.date = ${date})
    or (select count(*) from meeting_dates where ${ofMeeting} and ${endsAfter(now)}) < ${each}
      and (select count(*) from meetings others join meeting_dates on meeting_dates.meeting_id = others.id
        where others.group_id = meetings.group_id and others.repeats is not null and others.cancelled_at is null
          and ${endsAfter(now)}) < ${perGroup})`;
}

/** Whether so many were changed alone that this one cannot be. */
export async function areDatesFull(db: Db, { id, date }: { id: string; date: number }, now: number): Promise<boolean> {
  const rows = await db.q.all(sql`select 1 from meetings where meetings.id = ${id} and not ${hasRoom(date, now)}`);
  return rows.length > 0;
}
