import * as friends from "../../../db/people/friends.ts";
import { v7 as uuid } from "uuid";
import { isBlocked } from "../../../db/people/blocks.ts";
import { blockTexts, friendsServerTexts, friendsTexts } from "../../contract/people/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, found, NotFound, userNotFound } from "../../errors.ts";
import { noticesRemoved, notifyOfAcceptance, notifyOfRequest } from "../notices/notices.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "broadcast" | "pusher">;

/**
 * Sends a friend request, or accepts the one that the receiver has sent already.
 *
 * @throws NotFound for an unknown user; BadRequest for a request to oneself, to a friend, sent before, to somebody who
 * is disabled, or where one has blocked the other; TooMany after too many requests
 */
export async function requestFriend(
  deps: Parts & Pick<Deps, "limiter">,
  sender: User,
  receiverId: string,
): Promise<"sent" | "accepted"> {
  const { db, clock, limiter } = deps;
  if (receiverId === sender.id) throw new BadRequest(friendsServerTexts.self, "own_request");
  await limiter.take("friendRequest", sender.id);
  const { done, id, relation } = await friends.requestFriend(db, sender.id, { id: uuid(), receiverId }, clock());
  if (id && done === "sent") await notifyOfRequest(deps, sender, { id, receiverId });
  if (id && done === "accepted") await notifyOfAcceptance(deps, sender, { id, senderId: receiverId });
  if (done) return done;
  if (!relation) throw userNotFound();
  if (relation.friends) throw new BadRequest(friendsServerTexts.already, "already_friends");
  if (relation.requestedBy !== null) throw new BadRequest(friendsTexts.alreadySent, "already_sent");
  if (await isBlocked(db, sender.id, receiverId)) throw new BadRequest(blockTexts.requestToBlocked, "blocked");
  throw new BadRequest(blockTexts.noRequest, "request_not_possible");
}

/** Accepts a request. @throws NotFound unless it was sent to the viewer and is unanswered */
export async function acceptRequest(deps: Parts, viewer: User, id: string): Promise<void> {
  const { senderId } = found(await friends.acceptRequest(deps.db, viewer.id, id, deps.clock()), requestNotFound);
  await notifyOfAcceptance(deps, viewer, { id, senderId });
}

/**
 * Declines a request, which may then be sent again. @throws NotFound unless it was sent to the viewer and is unanswered
 */
export async function declineRequest(deps: Parts, viewer: User, id: string): Promise<void> {
  if (!await friends.declineRequest(deps.db, viewer.id, id)) throw requestNotFound();
  await noticesRemoved(deps, [{ userId: viewer.id }]);
}

/** Ends a friendship, from either side. @throws NotFound when they are not friends */
export async function unfriend(deps: Parts, viewer: User, userId: string): Promise<void> {
  if (!await friends.deleteFriend(deps.db, viewer.id, userId)) {
    throw new NotFound(friendsServerTexts.notFriends, "not_friends");
  }
  await noticesRemoved(deps, [{ userId: viewer.id }, { userId }]);
}

const requestNotFound = () => new NotFound(friendsServerTexts.requestNotFound, "request_not_found");
