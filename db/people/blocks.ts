/** Whom people want nothing to do with. Those whom they block do not learn of it. */
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Author } from "../../server/contract/chat/shapes.ts";
import type { UserCard } from "../../server/contract/people/users.ts";
import type { Db } from "../engine/client.ts";
import { strangerColumns } from "./columns.ts";
import { type Page, pageOf } from "../engine/page.ts";
import { blocks, friendships, users } from "../schema.ts";

/** Whether somebody, by an id or a column, has blocked somebody else. */
export const hasBlocked = (userId: unknown, blockedId: unknown) =>
  sql<number>`exists (select 1 from blocks where blocks.user_id = ${userId} and blocks.blocked_id = ${blockedId})`;

/** Whether somebody has blocked somebody else. */
export async function isBlocked(db: Db, byUserId: string, otherId: string): Promise<boolean> {
  const row = await db.q.select({ id: blocks.blockedId }).from(blocks)
    .where(and(eq(blocks.userId, byUserId), eq(blocks.blockedId, otherId))).get();
  return row !== undefined;
}

/**
 * Blocks somebody, unless the viewer has blocked as many as one may: a friendship, or a request between them, ends with
 * it, and so do invitations that they have sent the viewer. Again it changes nothing.
 *
 * @returns whether they are blocked then, and whether that has ended something
 */
export async function insertBlock(
  db: Db,
  viewerId: string,
  userId: string,
  now: number,
): Promise<{ isBlocked: boolean; hasEnded: boolean }> {
  const isNow = hasBlocked(viewerId, userId);
  const isTheirs =
    sql`invited_by = ${userId} and email = (select email from users where id = ${viewerId}) and ${isNow}`;
  const results = await db.write([
    db.q.run(sql`insert into blocks (user_id, blocked_id, created_at)
      select ${viewerId}, id, ${now} from users where id = ${userId} and id <> ${viewerId} and deleted_at is null
        and (select count(*) from blocks where user_id = ${viewerId}) < ${peopleLimits.blocks.max}
      on conflict do nothing`),
    // A trigger deletes the notices of it.
    db.q.delete(friendships).where(and(
      eq(friendships.userA, sql`min(${viewerId}, ${userId})`),
      eq(friendships.userB, sql`max(${viewerId}, ${userId})`),
      isNow,
    )).returning({ id: friendships.id }),
    // The subject of its notice begins with the group. First, while the invitations say which.
    db.q.all<{ id: string }>(sql`delete from notices where user_id = ${viewerId} and kind = 'invited' and exists (
      select 1 from invitations where ${isTheirs} and instr(notices.subject, group_id) = 1) returning id`),
    db.q.run(sql`delete from invitations where ${isTheirs}`),
    db.q.all<{ isNow: number }>(sql`select ${isNow} as isNow`),
  ]);
  return { isBlocked: results[4][0].isNow === 1, hasEnded: results[1].length > 0 || results[2].length > 0 };
}

/** Takes a block back. False where there is none. */
export async function deleteBlock(db: Db, viewerId: string, userId: string): Promise<boolean> {
  const [removed] = await db.write([
    db.q.delete(blocks).where(and(eq(blocks.userId, viewerId), eq(blocks.blockedId, userId)))
      .returning({ id: blocks.blockedId }),
  ]);
  return removed.length > 0;
}

/** Whom the viewer has blocked, the latest first. @param after the id of one of them */
export async function listBlocked(db: Db, viewerId: string, after?: string): Promise<Page<UserCard>> {
  const isLater = after === undefined ? undefined : sql`(${blocks.createdAt}, ${blocks.blockedId}) < (
    select created_at, blocked_id from blocks where user_id = ${viewerId} and blocked_id = ${after})`;
  const rows = await db.q.select(strangerColumns(viewerId)).from(blocks).innerJoin(
    users,
    eq(users.id, blocks.blockedId),
  )
    .where(and(eq(blocks.userId, viewerId), isLater))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId)).limit(peopleLimits.blocks.page + 1);
  return pageOf(rows, peopleLimits.blocks.page);
}

/**
 * Whom the viewer has blocked, for what is folded in a group: all where they are few, or else those who are or were in
 * it. Who has left has written there; who joins later is missing only where there are many.
 */
export const listBlockedIn = async (db: Db, viewerId: string, groupId: string): Promise<Author[]> =>
  (await db.q.all<Author>(sql`select users.id, users.username from blocks inner join users on users.id = blocked_id
    where user_id = ${viewerId} and (
      (select count(*) from blocks where user_id = ${viewerId}) <= ${few}
      or exists (select 1 from members where group_id = ${groupId} and members.user_id = blocked_id)
      or exists (select 1 from messages where group_id = ${groupId} and messages.user_id = blocked_id))`))
    .map(({ id, username }) => ({ id, username }));

/** How many ids weigh little in a page. */
const few = 20;

/** Those of some users who have blocked somebody. */
export const listBlockers = async (db: Db, blockedId: string, userIds: string[]): Promise<string[]> =>
  (await db.q.all<{ id: string }>(sql`select user_id as id from blocks where blocked_id = ${blockedId}
    and user_id in (select value from json_each(${JSON.stringify(userIds)}))`)).map(({ id }) => id);
