/** Conditions of statements. Nobody has a right in a deleted group: it has no members. */
import { and, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { isOnShelf } from "../books/conditions.ts";
import type { Db } from "../engine/client.ts";
import { books, members } from "../schema.ts";

/** An id, or a column with its table: the conditions have tables of their own. */
export type Id = string | SQLWrapper;

export const mayRead = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from members readers where readers.group_id = ${groupId} and readers.user_id = ${userId}
  )`;

/**
 * In a conversation only to a friend, and while there are conversations here (DIRECT_MESSAGES). @param userId a member
 */
export const isOpenFor = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`not exists (
    select 1 from groups conversations where conversations.id = ${groupId} and conversations.kind = 'direct'
    and (${directIsOff} or not exists (
      select 1 from members others join friendships on friendships.user_a = min(others.user_id, ${userId})
        and friendships.user_b = max(others.user_id, ${userId}) and friendships.accepted_at is not null
      where others.group_id = conversations.id and others.user_id <> ${userId}
    ))
  )`;

/** As the service has stored the setting. */
export const directIsOff = sql<number>`exists (select 1 from service_keys where name = 'direct_off')`;

export const mayWrite = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`(${mayRead(userId, groupId)} and ${isOpenFor(userId, groupId)})`;

/** Their page and their notes, with others: nobody else is on a shelf of their own. @param userId a member */
export const mayShare = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`(${isOpenFor(userId, groupId)} and not exists (
    select 1 from groups alone where alone.id = ${groupId} and alone.kind = 'own'
  ))`;

export const mayReadBook = (userId: Id, bookId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from books shelved where shelved.id = ${bookId} and ${isOnShelf("shelved")}
    and ${mayRead(userId, sql`shelved.group_id`)}
  )`;

/** `mayReadBook` as a join of `members` with `books`; nobody may read a removed book. */
export const shelfMembershipOf = (userId: Id): SQL => and(membershipOf(userId, books.groupId), isOnShelf())!;

export const mayOrganize = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from members organizers join groups organized on organized.id = organizers.group_id
    where organizers.group_id = ${groupId} and organizers.user_id = ${userId} and organized.kind = 'group'
    and (organized.created_by = organizers.user_id or organizers.role = 'organizer')
  )`;

/** Whether all members may change plans, contents or the shelf, or only organizers: the group's settings decide. */
export const mayChange = (userId: Id, groupId: Id, what: "plan" | "contents" | "shelf" | "texts"): SQL<number> =>
  sql<number>`exists (
    select 1 from members changers join groups changed on changed.id = changers.group_id
    left join group_settings rules on rules.group_id = changers.group_id
    where changers.group_id = ${groupId} and changers.user_id = ${userId}
    and (coalesce(rules.${sql.raw(what)}, 'members') = 'members'
      or changed.created_by = changers.user_id or changers.role = 'organizer')
    and ${isOpenFor(userId, groupId)}
  )`;

/** Where the list of members is for organizers, the others see them and themselves. @param member in `members` */
export const maySeeMember = (userId: Id, member: "members" | "sought"): SQL<number> => {
  const name = sql.raw(member);
  return sql<number>`(${name}.user_id = ${userId} or ${name}.role = 'organizer'
    or ${name}.user_id = (select created_by from groups made where made.id = ${name}.group_id)
    or not exists (select 1 from group_settings hiding where hiding.group_id = ${name}.group_id and hiding.hide_members)
    or ${mayOrganize(userId, sql`${name}.group_id`)})`;
};

/**
 * Whether they may pin messages, and put back what anybody removed from the shelf or changed: organizers, both in an
 * open conversation, and the owner of a shelf of their own.
 */
export const mayDecide = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`(${mayOrganize(userId, groupId)} or exists (
    select 1 from groups few where few.id = ${groupId} and few.kind in ('direct', 'own')
  ) and ${mayWrite(userId, groupId)})`;

export const hasMade = (userId: Id, groupId: Id): SQL<number> =>
  sql<number>`exists (
    select 1 from groups made
    join members creators on creators.group_id = made.id and creators.user_id = made.created_by
    where made.id = ${groupId} and made.created_by = ${userId} and made.kind = 'group'
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

export const mayDecideIn = (db: Db, userId: string, groupId: string): Promise<boolean> =>
  holds(db, mayDecide(userId, groupId));

export const isOrganizer = (db: Db, userId: string, groupId: string): Promise<boolean> =>
  holds(db, mayOrganize(userId, groupId));

export const isCreator = (db: Db, userId: string, groupId: string): Promise<boolean> =>
  holds(db, hasMade(userId, groupId));
