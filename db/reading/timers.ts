import { asc, eq, sql } from "drizzle-orm";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import type { TimerState } from "../../server/contract/reading/shapes.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { iso } from "../engine/query.ts";
import { isOpenFor, mayOrganize, mayWrite, membershipOf } from "../groups/roles.ts";
import { faceColumns } from "../people/columns.ts";
import { members, timerReaders, timers, users } from "../schema.ts";

const value = sql.placeholder;

const timerFor = prepared((q) =>
  q.select({
    startedBy: timers.startedBy,
    endsAt: timers.endsAt,
    own: sql<number | null>`(select pages from timer_readers
      where group_id = ${timers.groupId} and user_id = ${value("viewerId")})`.as("own"),
  }).from(members).leftJoin(timers, eq(timers.groupId, members.groupId))
    .where(membershipOf(value("viewerId"), value("groupId"))).prepare()
);

export async function findTimer(
  db: Db,
  viewerId: string,
  groupId: string,
  now: number,
): Promise<TimerState | undefined> {
  const row = await timerFor(db).get({ viewerId, groupId });
  if (!row) return undefined;
  const { startedBy, endsAt, own } = row;
  if (startedBy === null || endsAt === null) return { timer: null, result: null };
  if (endsAt > now) {
    const [readers, count] = await Promise.all([listReaders(db, groupId), countReaders(db, groupId)]);
    const userIds = readers.map(({ id }) => id);
    const remaining = endsAt - now;
    const isIn = own !== null;
    const timer = { groupId, endsAt: iso(endsAt), remaining, startedBy, userIds, readers, count, isIn };
    return { timer, result: null };
  }
  if (own === null || endsAt + readingLimits.timer.shownFor <= now) return { timer: null, result: null };
  const [sum] = await db.q.select({ pages: sql<number>`coalesce(sum(${timerReaders.pages}), 0)` }).from(timerReaders)
    .where(eq(timerReaders.groupId, groupId));
  return { timer: null, result: { endedAt: iso(endsAt), pages: Math.round(sum.pages), own: Math.round(own) } };
}

const stillMember = membershipOf(timerReaders.userId, timerReaders.groupId);

const listReaders = (db: Db, groupId: string) =>
  db.q.select(faceColumns).from(timerReaders).innerJoin(members, stillMember)
    .innerJoin(users, eq(users.id, timerReaders.userId)).where(eq(timerReaders.groupId, groupId))
    .orderBy(asc(timerReaders.joinedAt), asc(users.id)).limit(readingLimits.timer.listed);

async function countReaders(db: Db, groupId: string): Promise<number> {
  const [{ count }] = await db.q.select({ count: sql<number>`count(*)` }).from(timerReaders)
    .innerJoin(members, stillMember).where(eq(timerReaders.groupId, groupId));
  return count;
}

export const startTimer = (
  db: Db,
  viewerId: string,
  { groupId, minutes }: { groupId: string; minutes: number },
  now: number,
) =>
  db.write([
    db.q.run(sql`delete from timers where group_id = ${groupId} and ends_at <= ${now}
      and ${mayWrite(viewerId, groupId)}`),
    db.q.run(sql`insert into timers (group_id, started_by, started_at, ends_at)
      select group_id, user_id, ${now}, ${now + minutes * 60_000} from members
      where ${membershipOf(viewerId, groupId)} and ${isOpenFor(viewerId, groupId)} on conflict do nothing`),
    addReader(db, viewerId, groupId, now),
  ]);

export const joinTimer = (db: Db, viewerId: string, groupId: string, now: number) =>
  db.write([addReader(db, viewerId, groupId, now)]);

const addReader = (db: Db, viewerId: string, groupId: string, now: number) =>
  db.q.run(sql`insert into timer_readers (group_id, user_id, joined_at)
    select timers.group_id, members.user_id, ${now} from timers
    join members on ${membershipOf(viewerId, timers.groupId)}
    where timers.group_id = ${groupId} and timers.ends_at > ${now} and ${isOpenFor(viewerId, groupId)}
    on conflict do nothing`);

export const leaveTimer = (db: Db, viewerId: string, groupId: string, now: number) =>
  db.write([
    db.q.run(sql`delete from timer_readers where user_id = ${viewerId}
      and group_id = (select group_id from timers where group_id = ${groupId} and ends_at > ${now})`),
    db.q.run(sql`update timers set ends_at = ${now} where group_id = ${groupId} and ends_at > ${now}
      and ${mayWrite(viewerId, groupId)}
      and not exists (select 1 from timer_readers inner join members on ${stillMember}
        where ${timerReaders.groupId} = ${groupId})`),
  ]);

export const endTimer = (db: Db, viewerId: string, groupId: string, now: number) =>
  changesRows(db, [
    db.q.run(sql`update timers set ends_at = ${now}
      where group_id = ${groupId} and ends_at > ${now} and ${mayWrite(viewerId, groupId)}
        and (started_by = ${viewerId} or ${mayOrganize(viewerId, groupId)})`),
  ]);
