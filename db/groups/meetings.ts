import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type {
  DateContent,
  Meeting,
  MeetingReply,
  NewDate,
  NewMeeting,
} from "../../server/contract/groups/meeting_shapes.ts";
import {
  currentDate,
  datesOf,
  heldDates,
  isDateOf,
  isOver,
  type MeetingDate,
} from "../../server/contract/groups/occurrences.ts";
import { nextReminderAt, type Reminder } from "../../server/contract/groups/reminders.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { iso, isoOrNull, listed as listedIn, pageOf } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { isWhole } from "./deletion.ts";
import {
  type ChangedDate,
  changedTimes,
  copyColumns,
  endsAfter,
  isCurrent,
  listChangedDates,
  upToPage,
  withChanged,
  withCopies,
} from "./meeting_dates.ts";
import { nameFor } from "./names.ts";
import { isOpenFor, mayOrganize, mayRead, maySeeMember, mayWrite } from "./roles.ts";

const { listed } = limits.meetings;

/** With `upTo` as a position. */
export type MeetingContent = NewMeeting;

interface Row extends MeetingContent {
  id: string;
  groupId: string;
  cancelledAt: number | null;
  mayChange: number;
  pageCount: number | null;
  edition: string | null;
}

type Timed = Pick<Row, "id" | "startsAt" | "endsAt" | "timeZone" | "repeats" | "cancelledAt">;

/** Its maker, while a member, and organizers. */
const mayChangeMeeting = (viewerId: string): SQL =>
  sql`(meetings.cancelled_at is null and (${mayOrganize(viewerId, sql`meetings.group_id`)}
    or meetings.created_by = ${viewerId} and ${mayWrite(viewerId, sql`meetings.group_id`)}))`;

const meetingsFor = (viewerId: string, which: SQL): SQL =>
  sql`select meetings.id, meetings.group_id as "groupId", meetings.title, meetings.starts_at as "startsAt",
      meetings.ends_at as "endsAt", meetings.time_zone as "timeZone", meetings.place, meetings.url, books.id as "bookId",
      meetings.up_to as "upTo", meetings.repeats, meetings.cancelled_at as "cancelledAt",
      ${mayChangeMeeting(viewerId)} as "mayChange", ${copyColumns}
    from meetings ${withCopies(viewerId)}
    where ${which} and ${mayRead(viewerId, sql`meetings.group_id`)}`;

/** When they are, as each was changed. */
const timedMeetings = (which: SQL, now: number): SQL =>
  sql`select meetings.id, meetings.starts_at as "startsAt", meetings.ends_at as "endsAt",
      meetings.time_zone as "timeZone", meetings.repeats, meetings.cancelled_at as "cancelledAt",
      ${changedTimes(now)} as changed
    from meetings where ${which}`;

export interface NextMeeting {
  id: string;
  groupId: string;
  groupName: string;
  title: string;
  /** Which date it is, where it repeats. */
  date: string | null;
  startsAt: string;
  timeZone: string;
}

/** Of the viewer's groups, or of this one, what takes place or begins within this time. */
export async function findNextMeeting(
  db: Db,
  viewerId: string,
  { groupId, within }: { groupId?: string; within: number },
  now: number,
): Promise<NextMeeting | undefined> {
  const rows = await db.q.all<
    Timed & Pick<NextMeeting, "groupId" | "groupName" | "title"> & { changed: string }
  >(sql`
    select meetings.id, meetings.group_id as "groupId", ${nameFor(viewerId)} as "groupName", meetings.title,
      meetings.starts_at as "startsAt", meetings.ends_at as "endsAt", meetings.time_zone as "timeZone",
      meetings.repeats, meetings.cancelled_at as "cancelledAt", ${changedTimes(now)} as changed
    from members join groups on groups.id = members.group_id join meetings on meetings.group_id = groups.id
    where members.user_id = ${viewerId} and ${groupId === undefined ? sql`true` : sql`groups.id = ${groupId}`}
      and meetings.cancelled_at is null and (meetings.repeats is not null
        or meetings.starts_at > ${now - limits.meetings.longest} and meetings.starts_at < ${now + within})
    order by meetings.id desc limit ${limits.meetings.inCalendar}`);
  const [next] = rows.map(withChanged).flatMap((meeting) =>
    heldDates(meeting, { from: now }).take(1).map(({ date, startsAt }) => ({ meeting, date, startsAt })).toArray()
  ).filter(({ startsAt }) => startsAt < now + within).sort((a, b) => a.startsAt - b.startsAt);
  if (!next) return undefined;
  const { id, groupId: group, groupName, title, repeats, timeZone } = next.meeting;
  const date = repeats === null ? null : iso(next.date);
  return { id, groupId: group, groupName, title, date, startsAt: iso(next.startsAt), timeZone };
}

/** Whether to look for one. Asked as part of another statement, it takes next to nothing. @param now as `viewerId` is */
export const mayHaveMeetings = (viewerId: SQLWrapper, now: SQLWrapper, within: number): SQL<number> =>
  sql<number>`(exists (
    select 1 from members meeting join meetings on meetings.group_id = meeting.group_id
    where meeting.user_id = ${viewerId} and meetings.cancelled_at is null
      and meetings.starts_at > ${now} - ${sql.raw(String(limits.meetings.longest))}
      and meetings.starts_at < ${now} + ${sql.raw(String(within))}
  ) or exists (
    select 1 from members meeting join meetings on meetings.group_id = meeting.group_id
    where meeting.user_id = ${viewerId} and meetings.repeats is not null and meetings.cancelled_at is null
  ))`;

/** Neither cancelled nor over, as far as a statement knows: of one that repeats there is always another. */
const isUpcoming = (now: number): SQL =>
  sql`(meetings.cancelled_at is null and (meetings.repeats is not null or meetings.ends_at > ${now}))`;

/** The next ones first, and then those that are over, the latest first. @param after the last one of the page before */
export async function listMeetings(
  db: Db,
  viewerId: string,
  { groupId, after }: { groupId: string; after?: string },
  now: number,
): Promise<{ meetings: Meeting[]; hasMore: boolean }> {
  const ids = await orderedIds(db, viewerId, groupId, now);
  const { rows: shown, hasMore } = pageOf(ids.slice(after === undefined ? 0 : ids.indexOf(after) + 1), listed);
  const rows = await db.q.all<Row>(meetingsFor(viewerId, sql`meetings.id in ${listedIn(shown)}`));
  const meetings = await withReplies(db, viewerId, rows, now);
  return { meetings: meetings.sort((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id)), hasMore };
}

/** In the order of their times, which those that repeat have by the clocks of their zones. */
async function orderedIds(db: Db, viewerId: string, groupId: string, now: number): Promise<string[]> {
  const rows = await db.q.all<Timed & { changed: string }>(timedMeetings(
    sql`
    meetings.group_id = ${groupId} and ${mayRead(viewerId, groupId)}
    order by ${isUpcoming(now)} desc, meetings.ends_at desc limit ${limits.meetings.looked}`,
    now,
  ));
  const current = rows.map(withChanged)
    .map(({ id, cancelledAt, ...row }) => ({ ...currentDate(row, cancelledAt ?? now), id, cancelledAt }))
    .sort((a, b) => a.startsAt - b.startsAt);
  const isNext = ({ endsAt, cancelledAt }: (typeof current)[number]) => cancelledAt === null && endsAt > now;
  return [...current.filter(isNext), ...current.filter((row) => !isNext(row)).reverse()].map(({ id }) => id);
}

/** @param asked a date of one that repeats, the current one if left out: undefined where it has no such date */
export async function findMeeting(
  db: Db,
  viewerId: string,
  { id, date: asked }: { id: string; date?: number },
  now: number,
): Promise<Meeting | undefined> {
  const rows = await db.q.all<Row>(meetingsFor(viewerId, sql`meetings.id = ${id}`));
  return (await withReplies(db, viewerId, rows, now, asked))[0];
}

const timesOf = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => ({
  startsAt: iso(startsAt),
  endsAt: iso(endsAt),
});

const contentOf = ({ place, url, bookId, upTo, ...times }: Omit<ChangedDate, "bookTitle">): DateContent => ({
  ...timesOf(times),
  ...{ place, url, bookId, upTo },
});

/** What the series has on a date. */
const plannedOn = (row: Row, date: number): DateContent => ({
  ...timesOf({ startsAt: date, endsAt: date + row.endsAt - row.startsAt }),
  ...{ place: row.place, url: row.url, bookId: row.bookId, upTo: upToPage(row) },
});

const isSame = (one: DateContent, other: DateContent): boolean =>
  (Object.keys(one) as (keyof DateContent)[]).every((key) => one[key] === other[key]);

/** The date that is asked for, with what it has of its own. */
function shownOf(row: Row & { changed: ChangedDate[] }, now: number, asked?: number) {
  const at = row.cancelledAt ?? now;
  const current = currentDate(row, at);
  const date = asked ?? current.date;
  if (date !== current.date && !isDateOf(row, date)) return undefined;
  const planned = plannedOn(row, date);
  const own = row.changed.find((changed) => changed.date === date);
  const content = own ? contentOf(own) : planned;
  const dates = row.changed.filter((changed) =>
    !isOver(changed, at) && isDateOf(row, changed.date) &&
    (changed.cancelledAt !== null || !isSame(contentOf(changed), plannedOn(row, changed.date)))
  );
  return {
    row,
    date,
    content,
    series: isSame(content, planned) ? null : planned,
    cancelledAt: row.cancelledAt ?? own?.cancelledAt ?? null,
    dates: dates.map((changed) => ({
      date: iso(changed.date),
      ...contentOf(changed),
      cancelledAt: isoOrNull(changed.cancelledAt),
    })),
  };
}

async function withReplies(
  db: Db,
  viewerId: string,
  rows: Row[],
  now: number,
  asked?: number,
): Promise<Meeting[]> {
  if (rows.length === 0) return [];
  const isAsked = asked === undefined ? sql`false` : sql`meeting_dates.date = ${asked}`;
  const which = sql`(${isCurrent(now)} or ${isAsked})`;
  const changed = await listChangedDates(db, viewerId, { meetings: rows, which }, now);
  const shown = rows.flatMap((row) => shownOf({ ...row, changed: changed.get(row.id) ?? [] }, now, asked) ?? []);
  const replied = JSON.stringify(shown.map(({ row: { id }, date }) => ({ id, date })));
  const counted = await db.q.all<{ id: string; reply: MeetingReply; count: number; isMine: number }>(sql`
    select meeting_id as id, reply, count(*) as count, max(meeting_replies.user_id = ${viewerId}) as "isMine"
    from json_each(${replied}) as asked
      join meeting_replies on meeting_id = asked.value ->> 'id'
        and meeting_replies.starts_at = asked.value ->> 'date'
      join meetings on meetings.id = meeting_id
      join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
    group by meeting_id, reply`);
  return shown.map(({ row, date, content, series, dates, cancelledAt }) => {
    const { id, groupId, title, timeZone, repeats } = row;
    const own = counted.filter((reply) => reply.id === id);
    const countOf = (reply: MeetingReply) => own.find((counted) => counted.reply === reply)?.count ?? 0;
    return {
      ...{ id, groupId, title },
      ...content,
      ...{ timeZone, repeats },
      date: iso(date),
      series,
      dates,
      replies: { yes: countOf("yes"), maybe: countOf("maybe"), no: countOf("no") },
      mine: own.find(({ isMine }) => isMine)?.reply ?? null,
      mayChange: row.mayChange === 1,
      cancelledAt: isoOrNull(cancelledAt),
    };
  });
}

/** The next dates of one that repeats, and those that were cancelled among them. */
export async function listDates(db: Db, viewerId: string, id: string, now: number): Promise<MeetingDate[]> {
  const rows = await db.q.all<Timed & { changed: string }>(timedMeetings(
    sql`
    meetings.id = ${id} and meetings.repeats is not null and meetings.cancelled_at is null
      and ${mayRead(viewerId, sql`meetings.group_id`)}`,
    now,
  ));
  return rows.map(withChanged).flatMap((row) => datesOf(row, { from: now, most: limits.meetings.dates }));
}

const isOnShelf = (bookId: string | null, groupId: SQL): SQL =>
  bookId === null ? sql`true` : sql`exists (
    select 1 from books where books.id = ${bookId} and books.group_id = ${groupId} and removed_at is null)`;

/** @returns false where they may not, the book is not the group's, or there is no room */
export const insertMeeting = (
  db: Db,
  viewerId: string,
  { id, groupId, ...content }: MeetingContent & { id: string; groupId: string },
  now: number,
): Promise<boolean> => {
  const { title, startsAt, endsAt, timeZone, place, url, bookId, upTo, repeats } = content;
  return changesRows(db, [
    db.q.run(sql`
      insert into meetings (id, group_id, title, starts_at, ends_at, time_zone, place, url, book_id, up_to, repeats,
        created_by, created_at, updated_at, remind_at)
      select ${id}, groups.id, ${title}, ${startsAt}, ${endsAt}, ${timeZone}, ${place}, ${url}, ${bookId}, ${upTo},
        ${repeats}, ${viewerId}, ${now}, ${now}, ${nextReminderAt(content, now)}
      from groups where groups.id = ${groupId} and ${mayWrite(viewerId, groupId)} and ${
      isOnShelf(bookId, sql`groups.id`)
    }
        and (select count(*) < ${limits.meetings.perGroup}
            and count(*) filter (where ${isUpcoming(now)}) < ${limits.meetings.upcoming}
            and count(*) filter (where ${isUpcoming(now)} and created_by = ${viewerId}) < ${limits.meetings.own}
          from meetings where meetings.group_id = ${groupId})`),
  ]);
};

/**
 * Dates that were changed alone have what the series has by now, but for what is their own.
 * @param isSameTime whether the series goes on as it was: else it begins anew with this one, and dates that were changed
 *   are forgotten unless they are dates of it
 * @returns false where it was cancelled, the book is not the group's, or they may not
 */
export async function updateMeeting(
  db: Db,
  viewerId: string,
  { id, isSameTime, ...content }: MeetingContent & { id: string; isSameTime: boolean },
  now: number,
): Promise<boolean> {
  const { title, startsAt, endsAt, timeZone, place, url, bookId, upTo, repeats } = content;
  const start = isSameTime ? sql`starts_at` : sql`${startsAt}`;
  const may = sql`meetings.id = ${id} and ${mayChangeMeeting(viewerId)} and ${
    isOnShelf(bookId, sql`meetings.group_id`)
  }`;
  const [timed] = (await db.q.all<{ changed: string }>(sql`
    select ${changedTimes(now)} as changed from meetings where ${may}`)).map(withChanged);
  if (!timed) return false;
  const changed = isSameTime ? timed.changed : timed.changed.filter(({ date }) => isDateOf(content, date));
  const datesThatStay = JSON.stringify(changed.map(({ date }) => date));
  const isPlanned = (...columns: string[]) =>
    sql.raw(columns.map((name) => `meeting_dates.${name} is meetings.${name}`).join(" and "));
  const own = (column: string, is: SQL, planned: SQL) =>
    sql`${sql.raw(column)} = case when ${is} then ${planned} else meeting_dates.${sql.raw(column)} end`;
  const hasLength = sql`meeting_dates.ends_at - meeting_dates.starts_at = meetings.ends_at - meetings.starts_at`;
  const hasBook = isPlanned("book_id", "up_to");
  const results = await db.write([
    db.q.run(sql`
      update meeting_dates set ${own("place", isPlanned("place"), sql`${place}`)},
        ${own("url", isPlanned("url"), sql`${url}`)}, ${own("book_id", hasBook, sql`${bookId}`)},
        ${own("up_to", hasBook, sql`${upTo}`)},
        ${own("ends_at", hasLength, sql`meeting_dates.starts_at + ${endsAt - startsAt}`)},
        sequence = meetings.sequence + 1, updated_at = ${now}
      from meetings where meeting_dates.meeting_id = meetings.id and ${may}`),
    db.q.run(sql`
      delete from meeting_dates where meeting_dates.meeting_id = ${id} and not ${isSameTime ? sql`true` : sql`false`}
        and meeting_dates.date not in (select value from json_each(${datesThatStay}))
        and exists (select 1 from meetings where ${may})`),
    db.q.run(sql`
      update meetings set title = ${title}, starts_at = ${start}, ends_at = ${start} + ${endsAt - startsAt},
        time_zone = ${timeZone}, place = ${place}, url = ${url}, book_id = ${bookId}, up_to = ${upTo},
        repeats = ${repeats}, sequence = sequence + 1, updated_at = ${now},
        remind_at = ${nextReminderAt({ ...content, changed }, now)}
      where ${may}`),
  ]);
  return results.at(-1)!.rowsAffected > 0;
}

type OwnOf<Content> = { [Key in keyof Content]?: Content[Key] };

/** With `upTo` as a position. What is left out is as the series has it. */
export type OwnContent = OwnOf<NewDate>;

/** When to remind next, once this date is so. */
export async function findNextReminder(
  db: Db,
  { id, changed }: { id: string; changed: MeetingDate },
  now: number,
): Promise<number | null> {
  const [row] = (await db.q.all<Timed & { changed: string }>(timedMeetings(sql`meetings.id = ${id}`, now))).map(
    withChanged,
  );
  const others = row?.changed.filter(({ date }) => date !== changed.date) ?? [];
  return row ? nextReminderAt({ ...row, changed: [...others, changed] }, now) : null;
}

interface DateOfMeeting {
  id: string;
  date: number;
  /** As all its dates that were changed are by then: when to remind next. */
  remindAt: number | null;
}

/**
 * @param keepsBook whether a book of its own that was removed stays, with its page, for when it is brought back
 * @returns false where it was cancelled, the book is not the group's, too many were changed, or they may not
 */
export const saveDate = (
  db: Db,
  viewerId: string,
  { own, keepsBook = false, ...date }: DateOfMeeting & { own: OwnContent; keepsBook?: boolean },
  now: number,
): Promise<boolean> => {
  const { startsAt = date.date, endsAt, place, url, bookId, upTo } = own;
  const or = (value: string | number | null | undefined, column: string) =>
    value === undefined ? sql.raw(`meetings.${column}`) : sql`${value}`;
  const isKept = keepsBook
    ? sql`exists (select 1 from books where books.id = meeting_dates.book_id and books.removed_at is not null)`
    : sql`false`;
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
        and ${isOnShelf(bookId, sql`meetings.group_id`)}
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

export const cancelMeeting = (db: Db, viewerId: string, id: string, now: number): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`
      update meetings set cancelled_at = ${now}, sequence = sequence + 1, updated_at = ${now}, remind_at = null
      where id = ${id} and ${mayChangeMeeting(viewerId)}`),
  ]);

/** @param date that is meant, also where it was moved */
export const saveReply = (
  db: Db,
  viewerId: string,
  { id, date, reply }: { id: string; date: number; reply: MeetingReply },
  now: number,
): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`
      insert into meeting_replies (meeting_id, starts_at, user_id, reply, replied_at)
      select meetings.id, ${date}, ${viewerId}, ${reply}, ${now} from meetings
      where meetings.id = ${id} and meetings.cancelled_at is null and not exists (
          select 1 from meeting_dates where meeting_dates.meeting_id = meetings.id and meeting_dates.date = ${date}
            and meeting_dates.cancelled_at is not null) and ${mayWrite(viewerId, sql`meetings.group_id`)}
      on conflict do update set reply = excluded.reply, replied_at = excluded.replied_at`),
  ]);

/** Of a date, members whom they may see as such. */
export const listComing = (
  db: Db,
  viewerId: string,
  { id, date }: Pick<Meeting, "id" | "date">,
): Promise<Face[]> =>
  db.q.all(sql`
    select users.id, ${shownName("users")} as username, users.full_name as "fullName",
      users.profile_image as "profileImage"
    from meetings join meeting_replies on meeting_replies.meeting_id = meetings.id
      join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
      join users on users.id = members.user_id
    where meetings.id = ${id} and meeting_replies.starts_at = ${Date.parse(date)} and reply = 'yes'
      and ${mayRead(viewerId, sql`meetings.group_id`)} and ${maySeeMember(viewerId, "members")}
    order by replied_at, users.id limit ${limits.meetings.faces}`);

/** Those who said that they come, or that they may. */
export async function listExpected(db: Db, { id, date }: Pick<Meeting, "id" | "date">): Promise<string[]> {
  const rows = await db.q.all<{ userId: string }>(sql`
    select user_id as "userId" from meeting_replies
    where meeting_id = ${id} and starts_at = ${Date.parse(date)} and reply <> 'no'`);
  return rows.map(({ userId }) => userId);
}

export interface RemindedMeeting
  extends Pick<MeetingContent, "title" | "startsAt" | "endsAt" | "timeZone" | "repeats"> {
  id: string;
  groupId: string;
  remindAt: number;
  sequence: number;
  changed: MeetingDate[];
}

export async function listToRemind(db: Db, now: number): Promise<RemindedMeeting[]> {
  const rows = await db.q.all<Omit<RemindedMeeting, "changed"> & { changed: string }>(sql`
    select meetings.id, meetings.group_id as "groupId", meetings.title, meetings.starts_at as "startsAt",
      meetings.ends_at as "endsAt", meetings.time_zone as "timeZone", meetings.repeats,
      meetings.remind_at as "remindAt", meetings.sequence, ${changedTimes(now)} as changed
    from meetings where meetings.remind_at is not null and meetings.remind_at <= ${now}
      and ${isWhole(sql`meetings.group_id`)}
    order by meetings.remind_at limit ${limits.meetings.swept}`);
  return rows.map(withChanged);
}

/** Members who chose this reminder: those who said that they may come, and of the others those who get all news. */
export async function listReminded(
  db: Db,
  { id, date, reminder }: { id: string; date: number; reminder: Reminder },
): Promise<string[]> {
  const isWanted = sql.raw(`coalesce(mail_settings.meeting_${reminder}, 1)`);
  const rows = await db.q.all<{ userId: string }>(sql`
    select members.user_id as "userId"
    from meetings join members on members.group_id = meetings.group_id
      left join mail_settings on mail_settings.user_id = members.user_id
      left join meeting_replies on meeting_replies.meeting_id = meetings.id
        and meeting_replies.starts_at = ${date} and meeting_replies.user_id = members.user_id
    where meetings.id = ${id} and meetings.cancelled_at is null and ${isWanted}
      and ${isOpenFor(sql`members.user_id`, sql`meetings.group_id`)}
      and coalesce(reply, case members.notify when 'all' then 'maybe' else 'no' end) <> 'no'`);
  return rows.map(({ userId }) => userId);
}

/** Unless another instance did, or it was changed meanwhile. */
export const saveNextReminder = (db: Db, { id, remindAt, sequence, ...meeting }: RemindedMeeting, now: number) =>
  db.write([
    db.q.run(sql`
      update meetings set remind_at = ${nextReminderAt(meeting, now)}
      where id = ${id} and remind_at = ${remindAt} and sequence = ${sequence}`),
  ]);
