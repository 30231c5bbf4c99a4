import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { Meeting, MeetingReply, NewMeeting } from "../../server/contract/groups/meeting_shapes.ts";
import { currentOccurrence } from "../../server/contract/groups/occurrences.ts";
import { copyOf, pageAt } from "../../server/contract/reading/positions.ts";
import { nextReminderAt, type Reminder } from "../../server/contract/groups/reminders.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { iso, isoOrNull, listed as listedIn, pageOf } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { copyJson } from "../reading/copies.ts";
import { isOpenFor, mayOrganize, mayRead, maySeeMember, mayWrite } from "./roles.ts";

const { listed } = limits.meetings;

/** With `upTo` as a position. */
export type MeetingContent = NewMeeting;

interface Row extends MeetingContent, CopyRow {
  id: string;
  groupId: string;
  cancelledAt: number | null;
  mayChange: number;
}

type Timed = Pick<Row, "id" | "startsAt" | "endsAt" | "timeZone" | "repeats" | "cancelledAt">;

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

/** Its maker, while a member, and organizers. */
const mayChangeMeeting = (viewerId: string): SQL =>
  sql`(meetings.cancelled_at is null and (${mayOrganize(viewerId, sql`meetings.group_id`)}
    or meetings.created_by = ${viewerId} and ${mayWrite(viewerId, sql`meetings.group_id`)}))`;

/** With `withCopies`. */
export const copyColumns = sql`books.page_count as "pageCount",
  case when editions.id is not null then ${copyJson} end as edition`;

/** Joins the books of meetings, and the copies that a reader has of them. */
export const withCopies = (viewerId: string): SQL =>
  sql`left join books on books.id = meetings.book_id and books.removed_at is null
    left join reader_settings on reader_settings.book_id = books.id and reader_settings.user_id = ${viewerId}
    left join editions on editions.id = reader_settings.edition_id`;

const meetingsFor = (viewerId: string, which: SQL): SQL =>
  sql`select meetings.id, meetings.group_id as "groupId", meetings.title, meetings.starts_at as "startsAt",
      meetings.ends_at as "endsAt", meetings.time_zone as "timeZone", meetings.place, meetings.url, books.id as "bookId",
      meetings.up_to as "upTo", meetings.repeats, meetings.cancelled_at as "cancelledAt",
      ${mayChangeMeeting(viewerId)} as "mayChange", ${copyColumns}
    from meetings ${withCopies(viewerId)}
    where ${which} and ${mayRead(viewerId, sql`meetings.group_id`)}`;

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
  const rows = await db.q.all<Timed>(sql`
    select id, starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone", repeats,
      cancelled_at as "cancelledAt"
    from meetings where meetings.group_id = ${groupId} and ${mayRead(viewerId, groupId)}
    order by ${isUpcoming(now)} desc, ends_at desc limit ${limits.meetings.looked}`);
  const current = rows.map((row) => ({ ...row, ...currentOccurrence(row, row.cancelledAt ?? now) }))
    .sort((a, b) => a.startsAt - b.startsAt);
  const isNext = ({ endsAt, cancelledAt }: Timed) => cancelledAt === null && endsAt > now;
  return [...current.filter(isNext), ...current.filter((row) => !isNext(row)).reverse()].map(({ id }) => id);
}

export async function findMeeting(db: Db, viewerId: string, id: string, now: number): Promise<Meeting | undefined> {
  const rows = await db.q.all<Row>(meetingsFor(viewerId, sql`meetings.id = ${id}`));
  return (await withReplies(db, viewerId, rows, now))[0];
}

async function withReplies(db: Db, viewerId: string, rows: Row[], now: number): Promise<Meeting[]> {
  if (rows.length === 0) return [];
  const current = rows.map((row) => ({ row, ...currentOccurrence(row, row.cancelledAt ?? now) }));
  const asked = JSON.stringify(current.map(({ row: { id }, startsAt }) => ({ id, startsAt })));
  const counted = await db.q.all<{ id: string; reply: MeetingReply; count: number; isMine: number }>(sql`
    select meeting_id as id, reply, count(*) as count, max(meeting_replies.user_id = ${viewerId}) as "isMine"
    from json_each(${asked}) as asked
      join meeting_replies on meeting_id = asked.value ->> 'id'
        and meeting_replies.starts_at = asked.value ->> 'startsAt'
      join meetings on meetings.id = meeting_id
      join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
    group by meeting_id, reply`);
  return current.map(({ row, startsAt, endsAt }) => {
    const { pageCount: _, edition: __, ...meeting } = row;
    const own = counted.filter(({ id }) => id === row.id);
    const countOf = (reply: MeetingReply) => own.find((counted) => counted.reply === reply)?.count ?? 0;
    return {
      ...meeting,
      startsAt: iso(startsAt),
      endsAt: iso(endsAt),
      upTo: upToPage(row),
      replies: { yes: countOf("yes"), maybe: countOf("maybe"), no: countOf("no") },
      mine: own.find(({ isMine }) => isMine)?.reply ?? null,
      mayChange: row.mayChange === 1,
      cancelledAt: isoOrNull(row.cancelledAt),
    };
  });
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
 * @param isSameTime whether the series goes on as it was: else it begins anew with this one
 * @returns false where it was cancelled, the book is not the group's, or they may not
 */
export const updateMeeting = (
  db: Db,
  viewerId: string,
  { id, isSameTime, ...content }: MeetingContent & { id: string; isSameTime: boolean },
  now: number,
): Promise<boolean> => {
  const { title, startsAt, endsAt, timeZone, place, url, bookId, upTo, repeats } = content;
  const start = isSameTime ? sql`starts_at` : sql`${startsAt}`;
  return changesRows(db, [
    db.q.run(sql`
      update meetings set title = ${title}, starts_at = ${start}, ends_at = ${start} + ${endsAt - startsAt},
        time_zone = ${timeZone}, place = ${place}, url = ${url}, book_id = ${bookId}, up_to = ${upTo},
        repeats = ${repeats}, sequence = sequence + 1, updated_at = ${now}, remind_at = ${nextReminderAt(content, now)}
      where id = ${id} and ${mayChangeMeeting(viewerId)} and ${isOnShelf(bookId, sql`meetings.group_id`)}`),
  ]);
};

export const cancelMeeting = (db: Db, viewerId: string, id: string, now: number): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`
      update meetings set cancelled_at = ${now}, sequence = sequence + 1, updated_at = ${now}, remind_at = null
      where id = ${id} and ${mayChangeMeeting(viewerId)}`),
  ]);

/** @param startsAt of the occurrence that is meant */
export const saveReply = (
  db: Db,
  viewerId: string,
  { id, startsAt, reply }: { id: string; startsAt: number; reply: MeetingReply },
  now: number,
): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`
      insert into meeting_replies (meeting_id, starts_at, user_id, reply, replied_at)
      select meetings.id, ${startsAt}, ${viewerId}, ${reply}, ${now} from meetings
      where meetings.id = ${id} and cancelled_at is null and ${mayWrite(viewerId, sql`meetings.group_id`)}
      on conflict do update set reply = excluded.reply, replied_at = excluded.replied_at`),
  ]);

/** Of an occurrence, members whom they may see as such. */
export const listComing = (
  db: Db,
  viewerId: string,
  { id, startsAt }: Pick<Meeting, "id" | "startsAt">,
): Promise<Face[]> =>
  db.q.all(sql`
    select users.id, ${shownName("users")} as username, users.full_name as "fullName",
      users.profile_image as "profileImage"
    from meetings join meeting_replies on meeting_replies.meeting_id = meetings.id
      join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
      join users on users.id = members.user_id
    where meetings.id = ${id} and meeting_replies.starts_at = ${Date.parse(startsAt)} and reply = 'yes'
      and ${mayRead(viewerId, sql`meetings.group_id`)} and ${maySeeMember(viewerId, "members")}
    order by replied_at, users.id limit ${limits.meetings.faces}`);

/** Those who said that they come, or that they may. */
export async function listExpected(db: Db, { id, startsAt }: Pick<Meeting, "id" | "startsAt">): Promise<string[]> {
  const rows = await db.q.all<{ userId: string }>(sql`
    select user_id as "userId" from meeting_replies
    where meeting_id = ${id} and starts_at = ${Date.parse(startsAt)} and reply <> 'no'`);
  return rows.map(({ userId }) => userId);
}

export interface RemindedMeeting
  extends Pick<MeetingContent, "title" | "startsAt" | "endsAt" | "timeZone" | "repeats"> {
  id: string;
  groupId: string;
  remindAt: number;
}

export const listToRemind = (db: Db, now: number): Promise<RemindedMeeting[]> =>
  db.q.all(sql`
    select id, group_id as "groupId", title, starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone",
      repeats, remind_at as "remindAt"
    from meetings where remind_at is not null and remind_at <= ${now}
    order by remind_at limit ${limits.meetings.swept}`);

/** Members who chose this reminder: those who said that they may come, and of the others those who get all news. */
export async function listReminded(
  db: Db,
  { id, startsAt, reminder }: { id: string; startsAt: number; reminder: Reminder },
): Promise<string[]> {
  const isWanted = sql.raw(`coalesce(mail_settings.meeting_${reminder}, 1)`);
  const rows = await db.q.all<{ userId: string }>(sql`
    select members.user_id as "userId"
    from meetings join members on members.group_id = meetings.group_id
      left join mail_settings on mail_settings.user_id = members.user_id
      left join meeting_replies on meeting_replies.meeting_id = meetings.id
        and meeting_replies.starts_at = ${startsAt} and meeting_replies.user_id = members.user_id
    where meetings.id = ${id} and meetings.cancelled_at is null and ${isWanted}
      and ${isOpenFor(sql`members.user_id`, sql`meetings.group_id`)}
      and coalesce(reply, case members.notify when 'all' then 'maybe' else 'no' end) <> 'no'`);
  return rows.map(({ userId }) => userId);
}

/** Unless another instance did, or it was changed meanwhile. */
export const saveNextReminder = (db: Db, { id, remindAt, ...meeting }: RemindedMeeting, now: number) =>
  db.write([
    db.q.run(sql`
      update meetings set remind_at = ${nextReminderAt(meeting, now)} where id = ${id} and remind_at = ${remindAt}`),
  ]);
