import { v7 as uuid } from "uuid";
import * as friends from "../../db/friends.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, NotFound, userNotFound } from "../errors.ts";

/**
 * Sends a friend request, or accepts the one that the receiver has sent already.
 *
 * @throws NotFound for an unknown user; BadRequest for a request to oneself, to a friend, or sent before; TooMany after
 * too many requests
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

/** Accepts a request. @throws NotFound unless it was sent to the viewer and is unanswered */
export async function acceptRequest(
  { db, clock }: Pick<Deps, "db" | "clock">,
  viewer: User,
  id: string,
): Promise<void> {
  if (!await friends.acceptRequest(db, viewer.id, id, clock())) throw requestNotFound();
}

/**
 * Declines a request, which may then be sent again. @throws NotFound unless it was sent to the viewer and is unanswered
 */
export async function declineRequest({ db }: Pick<Deps, "db">, viewer: User, id: string): Promise<void> {
  if (!await friends.declineRequest(db, viewer.id, id)) throw requestNotFound();
}

/** Ends a friendship, from either side. @throws NotFound when they are not friends */
export async function unfriend({ db }: Pick<Deps, "db">, viewer: User, userId: string): Promise<void> {
  if (!await friends.deleteFriend(db, viewer.id, userId)) {
    throw new NotFound(texts.friends.notFriends, "not_friends");
  }
}

const requestNotFound = () => new NotFound(texts.friends.requestNotFound, "request_not_found");
