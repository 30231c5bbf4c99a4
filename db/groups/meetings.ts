import { type SQL, sql } from "drizzle-orm";
import { meetings as limits } from "../../server/contract/groups/limits.ts";
import type {
  DateContent,
  Meeting,
  MeetingReply,
  NewDate,
  NewMeeting,
} from "../../server/contract/groups/meeting_shapes.ts";
import { currentDate, isDateOf, isNext, isOver } from "../../server/contract/groups/occurrences.ts";
import type { Db } from "../engine/client.ts";
import { iso, isoOrNull, listed, pageOf } from "../engine/query.ts";
import { copyColumns, type CopyRow, upToPage, withCopies } from "./meeting_books.ts";
import { type ChangedDate, isCurrent, listChangedDates, listTimes } from "./meeting_dates.ts";
import { countReplies } from "./meeting_replies.ts";
import { mayOrganize, mayRead, mayWrite } from "./roles.ts";

interface Row extends NewMeeting, CopyRow {
  id: string;
  groupId: string;
  bookTitle: string | null;
  cancelledAt: number | null;
  sequence: number;
  mayChange: number;
}

/** Its maker, while a member, and organizers. */
export const mayChangeMeeting = (viewerId: string): SQL =>
  sql`(meetings.cancelled_at is null and (${mayOrganize(viewerId, sql`meetings.group_id`)}
    or meetings.created_by = ${viewerId} and ${mayWrite(viewerId, sql`meetings.group_id`)}))`;

const meetingsFor = (viewerId: string, which: SQL): SQL =>
  sql`select meetings.id, meetings.group_id as "groupId", meetings.title, meetings.starts_at as "startsAt",
      meetings.ends_at as "endsAt", meetings.time_zone as "timeZone", meetings.place, meetings.url,
      books.id as "bookId", books.title as "bookTitle", meetings.up_to as "upTo", meetings.repeats,
      meetings.cancelled_at as "cancelledAt", meetings.sequence,
      ${mayChangeMeeting(viewerId)} as "mayChange", ${copyColumns}
    from meetings ${withCopies(viewerId)}
    where ${which} and ${mayRead(viewerId, sql`meetings.group_id`)}`;

/** As `isUpcoming` of the contract. */
export const isUpcoming = (now: number): SQL =>
  sql`(meetings.cancelled_at is null and (meetings.repeats is not null or meetings.ends_at > ${now}))`;

/** The next ones first, and then those that are over, the latest first. @param after the last one of the page before */
export async function listMeetings(
  db: Db,
  viewerId: string,
  { groupId, after }: { groupId: string; after?: string },
  now: number,
): Promise<{ meetings: Meeting[]; hasMore: boolean }> {
  const all = await orderedIds(db, viewerId, groupId, now);
  const first = after === undefined ? 0 : all.indexOf(after) + 1;
  if (after !== undefined && first === 0) return { meetings: [], hasMore: false };
  const { rows: ids, hasMore } = pageOf(all.slice(first), limits.listed);
  const rows = await db.q.all<Row>(meetingsFor(viewerId, sql`meetings.id in ${listed(ids)}`));
  const meetings = await withReplies(db, viewerId, { rows }, now);
  return { meetings: meetings.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), hasMore };
}

/**
 * In the order of their times, which those that repeat have by the clocks of their zones. A cancelled series stands
 * where it ended: looking for its dates would take as long as for one that goes on.
 */
async function orderedIds(db: Db, viewerId: string, groupId: string, now: number): Promise<string[]> {
  const from = sql`from meetings where meetings.group_id = ${groupId} and ${mayRead(viewerId, groupId)}
    order by ${isUpcoming(now)} desc, meetings.ends_at desc limit ${limits.looked}`;
  const dates = (await listTimes(db, { from }, now)).map(({ id, cancelledAt, ...meeting }) => {
    if (cancelledAt !== null) return { id, startsAt: Math.max(meeting.startsAt, cancelledAt), isNext: false };
    const { startsAt, endsAt } = currentDate(meeting, now);
    return { id, startsAt, isNext: isNext({ endsAt, cancelledAt }, now) };
  }).sort((a, b) => a.startsAt - b.startsAt);
  const [next, past] = [dates.filter(({ isNext }) => isNext), dates.filter(({ isNext }) => !isNext)];
  return [...next, ...past.reverse()].map(({ id }) => id);
}

/** @param date of one that repeats, the current one if left out: undefined where it has no such date */
export async function findMeeting(
  db: Db,
  viewerId: string,
  { id, date }: { id: string; date?: number },
  now: number,
): Promise<Meeting | undefined> {
  const rows = await db.q.all<Row>(meetingsFor(viewerId, sql`meetings.id = ${id}`));
  return (await withReplies(db, viewerId, { rows, date }, now))[0];
}

const contentOf = (
  { startsAt, endsAt, place, url, bookId, bookTitle, upTo }: NewDate & Pick<DateContent, "bookTitle">,
): DateContent => ({ startsAt: iso(startsAt), endsAt: iso(endsAt), place, url, bookId, bookTitle, upTo });

/** What the series has on a date. */
const plannedOn = (row: Row, date: number): DateContent =>
  contentOf({ ...row, startsAt: date, endsAt: date + row.endsAt - row.startsAt, upTo: upToPage(row) });

const isSame = (one: DateContent, other: DateContent): boolean =>
  (Object.keys(one) as (keyof DateContent)[]).every((key) => one[key] === other[key]);

/** Of one that was cancelled there are none. */
function changedDatesToCome(row: Row, changed: ChangedDate[], now: number): Meeting["dates"] {
  if (row.cancelledAt !== null) return [];
  return changed.filter((own) => !isOver(own, now) && isDateOf(row, own.date))
    .filter((own) => own.cancelledAt !== null || !isSame(contentOf(own), plannedOn(row, own.date)))
    .map((own) => ({ ...contentOf(own), date: iso(own.date), cancelledAt: isoOrNull(own.cancelledAt) }));
}

interface OnDate {
  row: Row;
  changed: ChangedDate[];
  date?: number;
}

/** As it is on a date, the current one if left out. */
function onDate({ row, changed, date: asked }: OnDate, now: number): Omit<Meeting, "replies" | "mine"> | undefined {
  const { id, groupId, title, timeZone, repeats, sequence, mayChange } = row;
  const current = currentDate({ ...row, changed }, row.cancelledAt ?? now);
  const date = asked ?? current.date;
  if (date !== current.date && !isDateOf(row, date)) return undefined;
  const planned = plannedOn(row, date);
  const own = changed.find((other) => other.date === date);
  const content = own ? contentOf(own) : planned;
  return {
    id,
    groupId,
    title,
    ...content,
    timeZone,
    repeats,
    date: iso(date),
    series: isSame(content, planned) ? null : planned,
    dates: changedDatesToCome(row, changed, now),
    mayChange: mayChange === 1,
    cancelledAt: isoOrNull(row.cancelledAt ?? own?.cancelledAt ?? null),
    sequence,
  };
}

async function withReplies(
  db: Db,
  viewerId: string,
  { rows, date }: { rows: Row[]; date?: number },
  now: number,
): Promise<Meeting[]> {
  if (rows.length === 0) return [];
  const isAsked = date === undefined ? sql`false` : sql`meeting_dates.date = ${date}`;
  const which = sql`(${isCurrent(now)} or ${isAsked})`;
  const changed = await listChangedDates(db, viewerId, { meetings: rows, which }, now);
  const meetings = rows.flatMap((row) => onDate({ row, changed: changed.get(row.id) ?? [], date }, now) ?? []);
  const counts = await countReplies(db, viewerId, meetings);
  return meetings.map((meeting) => {
    const own = counts.filter(({ id }) => id === meeting.id);
    const countOf = (reply: MeetingReply) => own.find((counted) => counted.reply === reply)?.count ?? 0;
    const replies = { yes: countOf("yes"), maybe: countOf("maybe"), no: countOf("no") };
    return { ...meeting, replies, mine: own.find(({ isMine }) => isMine)?.reply ?? null };
  });
}
