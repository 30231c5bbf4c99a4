/** Conditions of statements. Nobody has a right in a deleted group: it has no members. */
import { and, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { members } from "../schema.ts";

/** An id, or a column with its table: the conditions have tables of their own. */
type Id = string | SQLWrapper;

export const mayRead = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from members readers where readers.group_id = ${groupId} and readers.user_id = ${userId}
  )`;

export const mayWrite = mayRead;

export const mayReadBook = (userId: Id, bookId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from books shelved where shelved.id = ${bookId} and ${mayRead(userId, sql`shelved.group_id`)}
  )`;

export const mayOrganize = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from members organizers join groups organized on organized.id = organizers.group_id
    where organizers.group_id = ${groupId} and organizers.user_id = ${userId}
    and (organized.created_by = organizers.user_id or organizers.role = 'organizer')
  )`;

export const hasMade = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from groups made
    join members creators on creators.group_id = made.id and creators.user_id = made.created_by
    where made.id = ${groupId} and made.created_by = ${userId}
  )`;

/** `mayRead` as a join with `members`, for statements that begin with the membership or take columns of it. */
export const membershipOf = (userId: Id, groupId: Id): SQL =>
  and(eq(members.groupId, groupId), eq(members.userId, userId))!;

/** Invitations of people who were removed, or may not log in, are void. */
export const mayStillInvite = (userId: SQL, groupId: SQL): SQL<number> =>
  sql<number>`(${mayOrganize(userId, groupId)}
    and exists (select 1 from users inviters where inviters.id = ${userId} and inviters.disabled_at is null))`;

const holds = async (db: Db, condition: SQL): Promise<boolean> =>
  (await db.q.all<{ holds: number }>(sql`select ${condition} as holds`))[0].holds === 1;

export const isOrganizer = (db: Db, userId: string, groupId: string): Promise<boolean> =>
  holds(db, mayOrganize(userId, groupId));

export const isCreator = (db: Db, userId: string, groupId: string): Promise<boolean> =>
  holds(db, hasMade(userId, groupId));
