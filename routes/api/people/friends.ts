import * as actions from "../../../server/actions/people/friends.ts";
import { z } from "zod";
import {
  FriendRequest,
  FriendRequested,
  FriendStatus,
  UserCard,
} from "../../../server/contract/people/answers_people.ts";
import { described } from "../../../server/http/describe.ts";
import { findFriendStatus, listFriends, listRequests } from "../../../db/people/friends.ts";
import { NewFriendRequest } from "../../../server/contract/people/friends.ts";
import { found, userNotFound } from "../../../server/errors.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";
import { friendsTexts } from "../../../server/contract/people/texts.ts";

export const friends = router();

friends.get(
  "/friends",
  described("The caller's friends", { friends: z.array(UserCard) }),
  signedIn,
  async (c) => c.json({ friends: await listFriends(c.var.deps.db, c.var.user.id) }),
);

friends.get(
  "/friend-requests",
  described("The requests that wait for the caller, newest first", { friendRequests: z.array(FriendRequest) }),
  signedIn,
  async (c) => c.json({ friendRequests: await listRequests(c.var.deps.db, c.var.user.id) }),
);

friends.post(
  "/request/:userId",
  described("Asks somebody to be friends", FriendRequested, { status: 201 }),
  signedIn,
  async (c) => {
    const done = await actions.requestFriend(c.var.deps, c.var.user, c.req.param("userId"));
    return c.json(asAnswer(done), 201);
  },
);

friends.post(
  "/friend-request",
  described("Asks somebody to be friends", FriendRequested, { status: 201 }),
  signedIn,
  json(NewFriendRequest),
  async (c) => {
    const done = await actions.requestFriend(c.var.deps, c.var.user, c.req.valid("json").receiverId);
    return c.json(asAnswer(done), 201);
  },
);

const asAnswer = (done: "sent" | "accepted") => (
  { message: friendsTexts[done], friends: done === "accepted" }
);

friends.get(
  "/request-status/:userId",
  described("The caller's relation to somebody", FriendStatus),
  signedIn,
  async (c) => {
    const status = await findFriendStatus(c.var.deps.db, c.var.user.id, c.req.param("userId"));
    return c.json(found(status, userNotFound));
  },
);

friends.post("/accept-friend-request/:id", described("Accepts a friend request"), signedIn, async (c) => {
  await actions.acceptRequest(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: friendsTexts.accepted });
});

friends.post("/decline-friend-request/:id", described("Declines a friend request"), signedIn, async (c) => {
  await actions.declineRequest(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: friendsTexts.declined });
});

friends.delete("/unfriend/:userId", described("Ends a friendship"), signedIn, async (c) => {
  await actions.unfriend(c.var.deps, c.var.user, c.req.param("userId"));
  return c.json({ message: friendsTexts.removed });
});
