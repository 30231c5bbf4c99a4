/** Friends and friend requests. A request is only ever found by the one who received it. */
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, not, or, type Placeholder, sql } from "drizzle-orm";
import type { FriendRequest, FriendStatus } from "../../server/contract/people/friends.ts";
import type { Face, UserCard } from "../../server/contract/people/users.ts";
import { hasBlocked } from "./blocks.ts";
import { type Db, prepared } from "../engine/client.ts";
import { friendships, users } from "../schema.ts";
import { cardColumns, emailFor, faceColumns, iso } from "./columns.ts";

/** The relation of two users. */
export interface Relation {
  /** Who sent the request; null where there is neither a request nor a friendship. */
  requestedBy: string | null;
  friends: boolean;
}

/**
 * Sends a friend request, or accepts the other's if there is one. It is one statement, so that of two simultaneous
 * requests in both directions the second accepts the first. Nothing is done where one has blocked the other, or the
 * receiver is disabled.
 *
 * @returns what was done, if anything; and the relation now, undefined for an unknown user
 */
export async function requestFriend(
  db: Db,
  senderId: string,
  { id, receiverId }: { id: string; receiverId: string },
  now: number,
): Promise<{ done?: "sent" | "accepted"; id?: string; relation?: Relation }> {
  const [[changed], [relation]] = await db.write([
    db.q.insert(friendships).select(
      db.q.select({
        userA: sql<string>`min(${senderId}, ${users.id})`.as("user_a"),
        userB: sql<string>`max(${senderId}, ${users.id})`.as("user_b"),
        id: sql<string>`${id}`.as("id"),
        requestedBy: sql<string>`${senderId}`.as("requested_by"),
        createdAt: sql<number>`${now}`.as("created_at"),
        acceptedAt: sql<number | null>`null`.as("accepted_at"),
      }).from(users).where(and(
        eq(users.id, receiverId),
        isNull(users.deletedAt),
        isNull(users.disabledAt),
        ne(users.id, senderId),
        not(hasBlocked(users.id, senderId)),
        not(hasBlocked(senderId, users.id)),
      )),
    ).onConflictDoUpdate({
      target: [friendships.userA, friendships.userB],
      set: { acceptedAt: now },
      setWhere: and(isNull(friendships.acceptedAt), ne(friendships.requestedBy, senderId)),
    }).returning({ id: friendships.id, acceptedAt: friendships.acceptedAt }),
    relationOf(db, senderId, receiverId),
  ]);
  return {
    done: changed && (changed.acceptedAt === null ? "sent" : "accepted"),
    id: changed?.id,
    relation,
  };
}

/** Whether the viewer and someone are friends, or which of them has sent a request; undefined for an unknown user. */
export async function findFriendStatus(db: Db, viewerId: string, userId: string): Promise<FriendStatus | undefined> {
  const relation = await relationOf(db, viewerId, userId).get();
  return relation && asStatus(viewerId, relation);
}

/** The same for several people, by their ids. */
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

/** Accepts a request that was sent to the viewer. Returns who had sent it; undefined where there is none. */
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

/** Declines a request that was sent to the viewer; it may be sent again. False where there is none. */
export async function declineRequest(db: Db, viewerId: string, id: string): Promise<boolean> {
  const [declined] = await db.write([
    db.q.delete(friendships).where(and(eq(friendships.id, id), waitsFor(viewerId))).returning({ id: friendships.id }),
  ]);
  return declined.length > 0;
}

/** Ends a friendship, from either side. False where there is none. */
export async function deleteFriend(db: Db, viewerId: string, userId: string): Promise<boolean> {
  const [ended] = await db.write([
    db.q.delete(friendships).where(and(pairOf(viewerId, userId), isNotNull(friendships.acceptedAt)))
      .returning({ id: friendships.id }),
  ]);
  return ended.length > 0;
}

/** The viewer's friends, by username. */
export const listFriends = (db: Db, viewerId: string): Promise<UserCard[]> =>
  db.q.select(cardColumns).from(friendships)
    .innerJoin(users, eq(users.id, otherThan(viewerId)))
    .where(and(includes(viewerId), isNotNull(friendships.acceptedAt)))
    .orderBy(asc(users.username));

/** Who is a friend of both the viewer and someone, by username. */
export const listFriendsInCommon = (db: Db, viewerId: string, userId: string): Promise<Face[]> =>
  db.q.select(faceColumns).from(users)
    .where(and(inArray(users.id, friendsOf(db, viewerId)), inArray(users.id, friendsOf(db, userId))))
    .orderBy(asc(users.username)).limit(peopleLimits.profile.inCommon);

/** The ids of someone's friends. */
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
    createdAt: friendships.createdAt,
    sender: { ...faceColumns, email: emailFor(sql.placeholder("viewerId")) },
  })
    .from(friendships).innerJoin(users, eq(users.id, friendships.requestedBy))
    .where(waitsFor(sql.placeholder("viewerId")))
    .orderBy(desc(friendships.createdAt), desc(friendships.id)).prepare()
);

/** The requests the viewer has not answered, newest first. */
export async function listRequests(db: Db, viewerId: string): Promise<FriendRequest[]> {
  const rows = await requests(db).all({ viewerId });
  return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt) }));
}

const includes = (userId: string | Placeholder) => or(eq(friendships.userA, userId), eq(friendships.userB, userId));

const otherThan = (userId: string) =>
  sql`case ${friendships.userA} when ${userId} then ${friendships.userB} else ${friendships.userA} end`;

/** Requests that wait for somebody's answer. */
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
