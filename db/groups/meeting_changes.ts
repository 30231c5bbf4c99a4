/** The whole of a meeting: of one that repeats, its series. */
import { type SQL, sql } from "drizzle-orm";
import { firstStart, remainingDates } from "../../server/contract/groups/changed_series.ts";
import * as limits from "../../server/contract/groups/limits.ts";
import type { NewMeeting } from "../../server/contract/groups/meeting_shapes.ts";
import { nextReminderAt } from "../../server/contract/groups/reminders.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { isBookOfGroup, isRemoved } from "./meeting_books.ts";
import { listTimes } from "./meeting_dates.ts";
import { mayChangeMeeting } from "./meetings.ts";

/**
 * Dates that were changed alone have what the series has by now, but for what is their own. Dates that it has no more
 * are forgotten, with the replies to those to come.
 * @param date that its times are a change of, where it repeats
 * @param keepsBook whether a book that was removed stays, with its page, for when it is brought back
 * @param sequence that it is to have, if given
 * @returns false where it was cancelled, the book is not the group's, they may not, or others were faster twice
 */
export const updateMeeting = async (db: Db, viewerId: string, change: MeetingChange, now: number): Promise<boolean> =>
  await tryUpdate(db, viewerId, change, now) || await tryUpdate(db, viewerId, change, now);

interface MeetingChange extends NewMeeting {
  id: string;
  date: number;
  keepsBook: boolean;
  sequence?: number;
}

async function tryUpdate(db: Db, viewerId: string, change: MeetingChange, now: number): Promise<boolean> {
  const { id, title, endsAt, timeZone, place, url, repeats } = change;
  const may = sql`meetings.id = ${id} and ${mayChangeMeeting(viewerId)}
    and ${isBookOfGroup(change.bookId, sql`meetings.group_id`)}`;
  const [before] = await listTimes(db, { from: sql`from meetings where ${may}` }, now);
  if (!before || before.sequence !== (change.sequence ?? before.sequence)) return false;
  const isAsRead = sql`${may} and meetings.sequence = ${before.sequence}`;
  const startsAt = firstStart(before, change);
  const series = { startsAt, endsAt: startsAt + endsAt - change.startsAt, timeZone, repeats };
  const remaining = remainingDates(before, series, now - limits.calendar.storedFor - limits.meetings.moved);
  const changed = before.changed.flatMap((own) => {
    const [, date] = remaining.find(([date]) => date === own.date) ?? [];
    if (date === undefined) return [];
    return [{ ...own, date, startsAt: own.startsAt === own.date ? date : own.startsAt }];
  });
  const { bookId, upTo } = bookOf(change);
  const [forgetDates, changeDates] = changesOfDates(
    change,
    { remaining: repeats === null ? [] : remaining, isAsRead },
    now,
  );
  const [forgetReplies, moveReplies] = changesOfReplies(id, { remaining, isAsRead }, now);
  const results = await db.write([
    db.q.run(forgetDates),
    db.q.run(changeDates),
    db.q.run(forgetReplies),
    db.q.run(moveReplies),
    db.q.run(sql`
      update meetings set title = ${title}, starts_at = ${series.startsAt}, ends_at = ${series.endsAt},
        time_zone = ${timeZone}, place = ${place}, url = ${url}, book_id = ${bookId}, up_to = ${upTo},
        repeats = ${repeats}, sequence = meetings.sequence + 1, updated_at = ${now},
        remind_at = ${nextReminderAt({ ...series, changed }, now)}
      where ${isAsRead}`),
  ]);
  return results.at(-1)!.rowsAffected > 0;
}

interface RemainingDates {
  remaining: ReturnType<typeof remainingDates>;
  isAsRead: SQL;
}

/** Of dates that were changed alone: what they have as the series had it goes along with the series. */
function changesOfDates(
  { id, startsAt, endsAt, place, url, ...change }: MeetingChange,
  { remaining, isAsRead }: RemainingDates,
  now: number,
): SQL[] {
  const { bookId, upTo } = bookOf(change);
  const isSame = (column: string) => sql.raw(`meeting_dates.${column} is meetings.${column}`);
  const hasBook = sql`${isSame("book_id")} and ${isSame("up_to")}`;
  const set = (column: string, value: SQL, isOfSeries = isSame(column)) =>
    sql`${sql.raw(column)} = case when ${isOfSeries} then ${value} else meeting_dates.${sql.raw(column)} end`;
  const start = sql`case when meeting_dates.starts_at = meeting_dates.date then ${newDate}
    else meeting_dates.starts_at end`;
  const length = sql`case
    when meeting_dates.ends_at - meeting_dates.starts_at = meetings.ends_at - meetings.starts_at
    then ${endsAt - startsAt} else meeting_dates.ends_at - meeting_dates.starts_at end`;
  return [
    sql`delete from meeting_dates where meeting_dates.meeting_id = ${id}
      and meeting_dates.date not in ${listed(remaining.map(([date]) => date))}
      and exists (select 1 from meetings where ${isAsRead})`,
    sql`update meeting_dates set date = ${newDate}, starts_at = ${start}, ends_at = ${start} + ${length},
        ${set("place", sql`${place}`)}, ${set("url", sql`${url}`)}, ${set("book_id", bookId, hasBook)},
        ${set("up_to", upTo, hasBook)}, sequence = meetings.sequence + 1, updated_at = ${now}
      from meetings join ${pairs(remaining)} where meeting_dates.meeting_id = meetings.id
        and meeting_dates.date = ${oldDate} and ${isAsRead}`,
  ];
}

function changesOfReplies(id: string, { remaining, isAsRead }: RemainingDates, now: number): SQL[] {
  return [
    sql`delete from meeting_replies where meeting_replies.meeting_id = ${id} and meeting_replies.starts_at > ${now}
      and meeting_replies.starts_at not in ${listed(remaining.map(([date]) => date))}
      and exists (select 1 from meetings where ${isAsRead})`,
    sql`update or replace meeting_replies set starts_at = ${newDate}
      from ${pairs(remaining.filter(([date, later]) => date !== later))}
      where meeting_replies.meeting_id = ${id} and meeting_replies.starts_at = ${oldDate}
        and exists (select 1 from meetings where ${isAsRead})`,
  ];
}

const pairs = (remaining: RemainingDates["remaining"]): SQL =>
  sql`json_each(${JSON.stringify(remaining)}) as remaining`;
const [oldDate, newDate] = [sql`remaining.value ->> 0`, sql`remaining.value ->> 1`];

/** Of the series: the one that it has now stays where it was removed. */
function bookOf({ bookId, upTo, keepsBook }: Pick<MeetingChange, "bookId" | "upTo" | "keepsBook">) {
  const isKept = isRemoved("meetings", keepsBook);
  return {
    bookId: sql`case when ${isKept} then meetings.book_id else ${bookId} end`,
    upTo: sql`case when ${isKept} then meetings.up_to else ${upTo} end`,
  };
}

export const cancelMeeting = (db: Db, viewerId: string, id: string, now: number): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`
      update meetings set cancelled_at = ${now}, sequence = meetings.sequence + 1, updated_at = ${now},
        remind_at = null
      where meetings.id = ${id} and ${mayChangeMeeting(viewerId)}`),
  ]);
