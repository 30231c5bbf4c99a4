/** The whole of a meeting: of one that repeats, its series. */
import { type SQL, sql } from "drizzle-orm";
import type { NewMeeting } from "../../server/contract/groups/meeting_shapes.ts";
import { isDateOf } from "../../server/contract/groups/occurrences.ts";
import { nextReminderAt } from "../../server/contract/groups/reminders.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { isOnShelf, isRemoved } from "./meeting_books.ts";
import { listTimes } from "./meeting_dates.ts";
import { mayChangeMeeting } from "./meetings.ts";

/**
 * Dates that were changed alone have what the series has by now, but for what is their own.
 * @param keepsStart whether the series goes on from its first date: else it begins anew with this one, and dates that
 *   were changed are forgotten unless they are dates of it
 * @param keepsBook whether a book that was removed stays, with its page, for when it is brought back
 * @returns false where it was cancelled, the book is not the group's, they may not, or others were faster twice
 */
export const updateMeeting = async (db: Db, viewerId: string, change: MeetingChange, now: number): Promise<boolean> =>
  await tryUpdate(db, viewerId, change, now) || await tryUpdate(db, viewerId, change, now);

type MeetingChange = NewMeeting & { id: string; keepsStart: boolean; keepsBook: boolean };

async function tryUpdate(db: Db, viewerId: string, change: MeetingChange, now: number): Promise<boolean> {
  const { id, keepsStart, keepsBook: _, ...content } = change;
  const { title, startsAt, endsAt, timeZone, place, url, repeats } = content;
  const may = sql`meetings.id = ${id} and ${mayChangeMeeting(viewerId)}
    and ${isOnShelf(content.bookId, sql`meetings.group_id`)}`;
  const [before] = await listTimes(db, { from: sql`from meetings where ${may}` }, now);
  if (!before) return false;
  const isAsRead = sql`${may} and meetings.sequence = ${before.sequence}`;
  const start = keepsStart ? before.startsAt : startsAt;
  const series = { ...content, startsAt: start, endsAt: start + endsAt - startsAt };
  const changed = before.changed.filter(({ date }) => isDateOf(series, date));
  const { bookId, upTo } = bookOf(change);
  const results = await db.write([
    db.q.run(sql`
      update meeting_dates set ${contentOfDate(change)}, sequence = meetings.sequence + 1, updated_at = ${now}
      from meetings where meeting_dates.meeting_id = meetings.id and ${isAsRead}`),
    db.q.run(sql`
      delete from meeting_dates where meeting_dates.meeting_id = ${id} and not ${keepsStart}
        and meeting_dates.date not in ${listed(changed.map(({ date }) => date))}
        and exists (select 1 from meetings where ${isAsRead})`),
    db.q.run(sql`
      update meetings set title = ${title}, starts_at = ${series.startsAt}, ends_at = ${series.endsAt},
        time_zone = ${timeZone}, place = ${place}, url = ${url}, book_id = ${bookId}, up_to = ${upTo},
        repeats = ${repeats}, sequence = meetings.sequence + 1, updated_at = ${now},
        remind_at = ${nextReminderAt({ ...series, changed }, now)}
      where ${isAsRead}`),
  ]);
  return results.at(-1)!.rowsAffected > 0;
}

/** Of a date that was changed alone: what it has as the series had it goes along with the series. */
function contentOfDate({ startsAt, endsAt, place, url, ...change }: MeetingChange): SQL {
  const { bookId, upTo } = bookOf(change);
  const isSame = (column: string) => sql.raw(`meeting_dates.${column} is meetings.${column}`);
  const hasBook = sql`${isSame("book_id")} and ${isSame("up_to")}`;
  const hasLength = sql`meeting_dates.ends_at - meeting_dates.starts_at = meetings.ends_at - meetings.starts_at`;
  const set = (column: string, value: SQL, isOfSeries = isSame(column)) =>
    sql`${sql.raw(column)} = case when ${isOfSeries} then ${value} else meeting_dates.${sql.raw(column)} end`;
  return sql`${set("place", sql`${place}`)}, ${set("url", sql`${url}`)}, ${set("book_id", bookId, hasBook)},
    ${set("up_to", upTo, hasBook)}, ${set("ends_at", sql`meeting_dates.starts_at + ${endsAt - startsAt}`, hasLength)}`;
}

/** Of the series: the one that it has now is kept where it was removed. */
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
