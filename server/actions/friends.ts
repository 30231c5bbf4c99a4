import { v7 as uuid } from "uuid";
import * as friends from "../../db/friends.ts";
import type { FriendStatus } from "../contract/friends.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, NotFound } from "../errors.ts";

/**
 * Asks someone to be friends. Where that one has asked already, they are friends now.
 *
 * @returns what happened
 * @throws NotFound for an unknown user; BadRequest to oneself, when the request was sent before, or to a friend;
 * TooMany after too many requests
 */
export async function requestFriend(
  { db, clock, limiter }: Pick<Deps, "db" | "clock" | "limiter">,
  sender: User,
  receiverId: string,
): Promise<"sent" | "accepted"> {
  if (receiverId === sender.id) throw new BadRequest(texts.friends.self, "own_request");
  await limiter.take("friendRequest", sender.id);
  const { done, relation } = await friends.requestFriend(db, sender.id, { id: uuid(), receiverId }, clock());
  if (done) return done;
  if (!relation) throw userNotFound();
  if (relation.friends) throw new BadRequest(texts.friends.already, "already_friends");
  throw new BadRequest(texts.friends.alreadySent, "already_sent");
}

/**
 * How the viewer stands to someone.
 *
 * @throws NotFound for an unknown user
 */
export async function findFriendStatus({ db }: Pick<Deps, "db">, viewer: User, userId: string): Promise<FriendStatus> {
  const relation = await friends.findRelation(db, viewer.id, userId);
  if (!relation) throw userNotFound();
  return asStatus(viewer, relation);
}

/** How the viewer stands to each of several people, by their ids. */
export async function findFriendStatuses(
  { db }: Pick<Deps, "db">,
  viewer: User,
  userIds: string[],
): Promise<Record<string, FriendStatus>> {
  const relations = await friends.findRelations(db, viewer.id, userIds);
  return Object.fromEntries(userIds.map((id) => [id, asStatus(viewer, relations.get(id))]));
}

function asStatus(
  viewer: User,
  { requestedBy, friends }: friends.Relation = { requestedBy: null, friends: false },
): FriendStatus {
  const waits = requestedBy !== null && !friends;
  const bySelf = requestedBy === viewer.id;
  return { requestSent: waits && bySelf, requestReceived: waits && !bySelf, friends };
}

/**
 * Accepts a request that was sent to the viewer.
 *
 * @throws NotFound to everyone else, and where it was answered before
 */
export async function acceptRequest(
  { db, clock }: Pick<Deps, "db" | "clock">,
  viewer: User,
  id: string,
): Promise<void> {
  if (!await friends.acceptRequest(db, viewer.id, id, clock())) throw requestNotFound();
}

/**
 * Declines a request that was sent to the viewer. It may be sent again.
 *
 * @throws NotFound to everyone else, and where it was answered before
 */
export async function declineRequest({ db }: Pick<Deps, "db">, viewer: User, id: string): Promise<void> {
  if (!await friends.declineRequest(db, viewer.id, id)) throw requestNotFound();
}

/**
 * Ends a friendship, from either side.
 *
 * @throws NotFound where there is none
 */
export async function unfriend({ db }: Pick<Deps, "db">, viewer: User, userId: string): Promise<void> {
  if (!await friends.deleteFriend(db, viewer.id, userId)) {
    throw new NotFound(texts.friends.notFriends, "not_friends");
  }
}

const userNotFound = () => new NotFound(texts.users.notFound, "user_not_found");
const requestNotFound = () => new NotFound(texts.friends.requestNotFound, "request_not_found");
