import { and, desc, eq, sql } from "drizzle-orm";
import type { Author } from "../../server/contract/chat/shapes.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import type { UserCard } from "../../server/contract/people/shapes.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { isBefore, listed, type Page, pageOf } from "../engine/query.ts";
import { closeConversation } from "../groups/closed_conversations.ts";
import { mayRead } from "../groups/roles.ts";
import { blocks, friendships, users } from "../schema.ts";
import { strangerColumns } from "./columns.ts";

export const hasBlocked = (userId: unknown, blockedId: unknown) =>
  sql<number>`exists (select 1 from blocks where blocks.user_id = ${userId} and blocks.blocked_id = ${blockedId})`;

export async function isBlocked(db: Db, byUserId: string, otherId: string): Promise<boolean> {
  const row = await db.q.select({ id: blocks.blockedId }).from(blocks)
    .where(and(eq(blocks.userId, byUserId), eq(blocks.blockedId, otherId))).get();
  return row !== undefined;
}

/** @returns also the id of their conversation, which is closed, if they have one */
export async function insertBlock(
  db: Db,
  viewerId: string,
  userId: string,
  now: number,
): Promise<{ isBlocked: boolean; hasEnded: boolean; conversationId: string | null }> {
  const isNow = hasBlocked(viewerId, userId);
  const isTheirs =
    sql`invited_by = ${userId} and email = (select email from users where id = ${viewerId}) and ${isNow}`;
  const results = await db.write([
    db.q.run(sql`insert into blocks (user_id, blocked_id, created_at)
      select ${viewerId}, id, ${now} from users where id = ${userId} and id <> ${viewerId} and deleted_at is null
        and (select count(*) from blocks where user_id = ${viewerId}) < ${peopleLimits.blocks.max}
      on conflict do nothing`),
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
    ...closeConversation(db, viewerId, userId),
  ]);
  return {
    isBlocked: results[4][0].isNow === 1,
    hasEnded: results[1].length > 0 || results[2].length > 0,
    conversationId: results[8][0].id,
  };
}

export const deleteBlock = (db: Db, viewerId: string, userId: string) =>
  changesRows(db, [db.q.delete(blocks).where(and(eq(blocks.userId, viewerId), eq(blocks.blockedId, userId)))]);

export async function listBlocked(db: Db, viewerId: string, after?: string): Promise<Page<UserCard>> {
  const own = eq(blocks.userId, viewerId);
  const rows = await db.q.select(strangerColumns(viewerId)).from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(own, isBefore([blocks.createdAt, blocks.blockedId], after, own)))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId)).limit(peopleLimits.blocks.page + 1);
  return pageOf(rows, peopleLimits.blocks.page);
}

const few = 20;
const [viewer, group] = [sql.placeholder("viewerId"), sql.placeholder("groupId")];

const blockedIn = prepared((q) =>
  q.select({ id: users.id, username: users.username }).from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(sql`${blocks.userId} = ${viewer} and (
      (select count(*) from blocks where user_id = ${viewer}) <= ${few}
      or ${mayRead(blocks.blockedId, group)}
      or exists (select 1 from messages where group_id = ${group} and messages.user_id = blocked_id))`)
    .prepare()
);

/** For what a group's page hides: all where they are few, or else its members and the authors of its messages. */
export const listBlockedIn = (db: Db, viewerId: string, groupId: string): Promise<Author[]> =>
  blockedIn(db).all({ viewerId, groupId });

export const listBlockers = async (db: Db, blockedId: string, userIds: string[]): Promise<string[]> =>
  (await db.q.all<{ id: string }>(sql`select user_id as id from blocks where blocked_id = ${blockedId}
    and user_id in ${listed(userIds)}`)).map(({ id }) => id);
