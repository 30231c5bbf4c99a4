import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type Placeholder, sql } from "drizzle-orm";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import type { Face, FriendRequest, FriendStatus, UserCard } from "../../server/contract/people/shapes.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { isoFrom } from "../engine/query.ts";
import { closeConversation } from "../groups/closed_conversations.ts";
import { friendships, users } from "../schema.ts";
import { hasBlocked } from "./blocks.ts";
import { cardColumns, emailFor, faceColumns } from "./columns.ts";

interface Relation {
  requestedBy: string | null;
  friends: boolean;
}

/** One statement, so that of two simultaneous requests in both directions the second accepts the first. */
export async function requestFriend(
  db: Db,
  senderId: string,
  { id, receiverId }: { id: string; receiverId: string },
  now: number,
): Promise<{ done?: "sent" | "accepted"; id?: string; relation?: Relation }> {
  const [[changed], [relation]] = await db.write([
    db.q.all<{ id: string; acceptedAt: number | null }>(sql`
      insert into friendships (user_a, user_b, id, requested_by, created_at)
      select min(${senderId}, users.id), max(${senderId}, users.id), ${id}, ${senderId}, ${now} from users
      where users.id = ${receiverId} and users.id <> ${senderId} and users.deleted_at is null
        and users.disabled_at is null
        and not ${hasBlocked(users.id, senderId)} and not ${hasBlocked(senderId, users.id)}
      on conflict (user_a, user_b) do update set accepted_at = ${now}
        where friendships.accepted_at is null and friendships.requested_by <> ${senderId}
      returning id, accepted_at as "acceptedAt"`),
    relationOf(db, senderId, receiverId),
  ]);
  return { done: changed && (changed.acceptedAt === null ? "sent" : "accepted"), id: changed?.id, relation };
}

export async function findFriendStatus(db: Db, viewerId: string, userId: string): Promise<FriendStatus | undefined> {
  const relation = await relationOf(db, viewerId, userId).get();
  return relation && asStatus(viewerId, relation);
}

export async function findFriendStatuses(
  db: Db,
  viewerId: string,
  userIds: string[],
): Promise<Record<string, FriendStatus>> {
  if (userIds.length === 0) return {};
  const rows = await db.q.select({
    userId: sql<string>`${otherThan(viewerId)}`,
    requestedBy: friendships.requestedBy,
    friends: sql`${friendships.acceptedAt} is not null`.mapWith(Boolean),
  }).from(friendships).where(or(
    and(eq(friendships.userA, viewerId), inArray(friendships.userB, userIds)),
    and(eq(friendships.userB, viewerId), inArray(friendships.userA, userIds)),
  ));
  const relations = new Map(rows.map(({ userId, ...relation }) => [userId, relation]));
  return Object.fromEntries(userIds.map((id) => [id, asStatus(viewerId, relations.get(id))]));
}

const unrelated: Relation = { requestedBy: null, friends: false };

function asStatus(viewerId: string, { requestedBy, friends }: Relation = unrelated): FriendStatus {
  const isOpen = requestedBy !== null && !friends;
  const isOwn = requestedBy === viewerId;
  return { requestSent: isOpen && isOwn, requestReceived: isOpen && !isOwn, friends };
}

export async function acceptRequest(
  db: Db,
  viewerId: string,
  id: string,
  now: number,
): Promise<{ senderId: string } | undefined> {
  const [accepted] = await db.write([
    db.q.update(friendships).set({ acceptedAt: now }).where(and(eq(friendships.id, id), waitsFor(viewerId)))
      .returning({ senderId: friendships.requestedBy }),
  ]);
  return accepted[0];
}

export const declineRequest = (db: Db, viewerId: string, id: string) =>
  changesRows(db, [db.q.delete(friendships).where(and(eq(friendships.id, id), waitsFor(viewerId)))]);

/** @returns undefined where they were no friends; the id of their conversation, if they have one */
export async function deleteFriend(
  db: Db,
  viewerId: string,
  userId: string,
): Promise<{ conversationId: string | null } | undefined> {
  const [{ rowsAffected }, , , , [{ id }]] = await db.write([
    db.q.delete(friendships).where(and(pairOf(viewerId, userId), isNotNull(friendships.acceptedAt))),
    ...closeConversation(db, viewerId, userId),
  ]);
  return rowsAffected > 0 ? { conversationId: id } : undefined;
}

const friends = prepared((q) =>
  q.select(cardColumns).from(friendships)
    .innerJoin(users, eq(users.id, otherThan(sql.placeholder("viewerId"))))
    .where(and(includes(sql.placeholder("viewerId")), isNotNull(friendships.acceptedAt)))
    .orderBy(asc(users.username)).prepare()
);

export const listFriends = (db: Db, viewerId: string): Promise<UserCard[]> => friends(db).all({ viewerId });

export const listFriendsInCommon = (db: Db, viewerId: string, userId: string): Promise<Face[]> =>
  db.q.select(faceColumns).from(users)
    .where(and(inArray(users.id, friendsOf(db, viewerId)), inArray(users.id, friendsOf(db, userId))))
    .orderBy(asc(users.username)).limit(peopleLimits.profile.inCommon);

const friendsOf = (db: Db, userId: string) => {
  const accepted = isNotNull(friendships.acceptedAt);
  return db.q.select({ id: friendships.userB }).from(friendships).where(and(eq(friendships.userA, userId), accepted))
    .unionAll(
      db.q.select({ id: friendships.userA }).from(friendships).where(and(eq(friendships.userB, userId), accepted)),
    );
};

const requests = prepared((q) =>
  q.select({
    id: friendships.id,
    createdAt: isoFrom(friendships.createdAt),
    sender: { ...faceColumns, email: emailFor(sql.placeholder("viewerId")) },
  })
    .from(friendships).innerJoin(users, eq(users.id, friendships.requestedBy))
    .where(waitsFor(sql.placeholder("viewerId")))
    .orderBy(desc(friendships.createdAt), desc(friendships.id)).prepare()
);

export const listRequests = (db: Db, viewerId: string): Promise<FriendRequest[]> => requests(db).all({ viewerId });

const includes = (userId: string | Placeholder) => or(eq(friendships.userA, userId), eq(friendships.userB, userId));

const otherThan = (userId: string | Placeholder) =>
  sql`case ${friendships.userA} when ${userId} then ${friendships.userB} else ${friendships.userA} end`;

export const waitsFor = (userId: string | Placeholder) =>
  and(includes(userId), ne(friendships.requestedBy, userId), isNull(friendships.acceptedAt));

/** The order is SQLite's, as in the table's check. */
const pairOf = (one: string, other: string) =>
  and(eq(friendships.userA, sql`min(${one}, ${other})`), eq(friendships.userB, sql`max(${one}, ${other})`));

const relationOf = (db: Db, viewerId: string, userId: string) =>
  db.q.select({
    requestedBy: friendships.requestedBy,
    friends: sql`${friendships.acceptedAt} is not null`.mapWith(Boolean),
  }).from(users).leftJoin(friendships, pairOf(viewerId, userId)).where(
    and(eq(users.id, userId), isNull(users.deletedAt)),
  );
