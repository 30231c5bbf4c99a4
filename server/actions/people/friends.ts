import { v7 as uuid } from "uuid";
import { findOpenConversation } from "../../../db/groups/conversations.ts";
import { isBlocked } from "../../../db/people/blocks.ts";
import * as friends from "../../../db/people/friends.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { notifyOfAcceptance, notifyOfRequest } from "../notices/people_notices.ts";
import { FriendRequested, NewFriendRequest, type User } from "../../contract/people/shapes.ts";
import { blockTexts, friendsServerTexts, friendsTexts } from "../../contract/people/texts.ts";
import { nextIn, sitePaths } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, found, NotFound, userNotFound } from "../../errors.ts";
import { operation, type SentForm, type SignedInCall } from "../../operation.ts";

export const toFormPage = ({ search }: Pick<SentForm, "search">): string => nextIn(search) ?? sitePaths.dashboard;

const requestFails = {
  400: ["own_request", "already_friends", "already_sent", "blocked", "request_not_possible"],
  404: ["user_not_found"],
};

export const requestFriend = operation({
  call: "POST /friends/friend-request",
  summary: "Asks somebody to be friends, or accepts the request that they have sent already",
  access: "signedIn",
  takes: NewFriendRequest,
  gives: FriendRequested,
  status: 201,
  limit: "friendRequest",
  fails: requestFails,
  form: {
    path: "/friends/requests",
    read: ({ fields }) => ({ receiverId: fields.userId }),
    says: ({ message }) => message,
    to: toFormPage,
  },
  run: (call, { receiverId }) => request(call, receiverId),
});

export const requestFriendByPath = operation({
  call: "POST /friends/request/:userId",
  summary: "Asks somebody to be friends, or accepts the request that they have sent already",
  access: "signedIn",
  gives: FriendRequested,
  status: 201,
  limit: "friendRequest",
  fails: requestFails,
  run: (call) => request(call, call.params.userId),
});

async function request({ deps, user }: SignedInCall, receiverId: string): Promise<FriendRequested> {
  const { db, clock } = deps;
  if (receiverId === user.id) throw new BadRequest(friendsServerTexts.self, "own_request");
  const { done, id, relation } = await friends.requestFriend(db, user.id, { id: uuid(), receiverId }, clock());
  if (id && done === "sent") await notifyOfRequest(deps, user, { id, receiverId });
  if (id && done === "accepted") await becomeFriends(deps, user, { id, senderId: receiverId });
  if (done) return { message: friendsTexts[done], friends: done === "accepted" };
  if (!relation) throw userNotFound();
  if (relation.friends) throw new BadRequest(friendsServerTexts.already, "already_friends");
  if (relation.requestedBy !== null) throw new BadRequest(friendsTexts.alreadySent, "already_sent");
  if (await isBlocked(db, user.id, receiverId)) throw new BadRequest(blockTexts.requestToBlocked, "blocked");
  throw new BadRequest(blockTexts.noRequest, "request_not_possible");
}

async function becomeFriends(deps: Deps, user: User, request: { id: string; senderId: string }): Promise<void> {
  const { senderId } = request;
  const conversation = await findOpenConversation(deps.db, user.id, senderId);
  if (conversation) deps.broadcast.reopenConversation(conversation, [user.id, senderId]);
  await notifyOfAcceptance(deps, user, request);
}

export const acceptFriendRequest = operation({
  call: "POST /friends/accept-friend-request/:id",
  summary: "Accepts a friend request that the caller has received",
  access: "owner",
  says: friendsTexts.accepted,
  fails: { 404: ["request_not_found"] },
  form: { path: "/friends/requests/:id/accept", failed: friendsTexts.acceptFailed, to: toFormPage },
  async run({ deps, user, params: { id } }) {
    const { senderId } = found(await friends.acceptRequest(deps.db, user.id, id, deps.clock()), requestNotFound);
    await becomeFriends(deps, user, { id, senderId });
  },
});

export const declineFriendRequest = operation({
  call: "POST /friends/decline-friend-request/:id",
  summary: "Declines a friend request that the caller has received; it may be sent again",
  access: "owner",
  says: friendsTexts.declined,
  fails: { 404: ["request_not_found"] },
  form: { path: "/friends/requests/:id/decline", failed: friendsTexts.declineFailed, to: toFormPage },
  async run({ deps, user, params: { id } }) {
    if (!await friends.declineRequest(deps.db, user.id, id)) throw requestNotFound();
    await noticesRemoved(deps, [{ userId: user.id }]);
  },
});

const requestNotFound = () => new NotFound(friendsServerTexts.requestNotFound, "request_not_found");

export const unfriend = operation({
  call: "DELETE /friends/unfriend/:userId",
  summary: "Ends a friendship, from either side",
  access: "signedIn",
  says: friendsTexts.removed,
  fails: { 404: ["not_friends"] },
  form: {
    path: "/friends/:id/remove",
    params: ({ params }) => ({ userId: params.id }),
    failed: friendsTexts.removeFailed,
    to: toFormPage,
  },
  async run({ deps, user, params: { userId } }) {
    const ended = await friends.deleteFriend(deps.db, user.id, userId);
    if (!ended) throw new NotFound(friendsServerTexts.notFriends, "not_friends");
    if (ended.conversationId) deps.broadcast.closeConversation(ended.conversationId);
    await noticesRemoved(deps, [{ userId: user.id }, { userId }]);
  },
});
