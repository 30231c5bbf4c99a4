import { z } from "zod";
import { listBlocked } from "../../db/people/blocks.ts";
import { findFriendStatus, listFriends, listRequests } from "../../db/people/friends.ts";
import { findUserCard } from "../../db/people/users.ts";
import { blockPerson, unblockPerson } from "../../server/actions/people/blocks.ts";
import {
  acceptFriendRequest,
  declineFriendRequest,
  requestFriend,
  requestFriendByPath,
  unfriend,
} from "../../server/actions/people/friends.ts";
import { searchUsers, updateProfile } from "../../server/actions/people/profiles.ts";
import { sendReport } from "../../server/actions/people/reports.ts";
import {
  BlockedQuery,
  FriendRequest,
  FriendStatus,
  PeopleSearch,
  User,
  UserCard,
} from "../../server/contract/people/shapes.ts";
import { found, userNotFound } from "../../server/errors.ts";
import { operation } from "../../server/operation.ts";

const searchPeople = operation({
  call: "GET /users/search",
  summary: "People by username and full name, best match first, at most 20",
  access: "signedIn",
  takes: PeopleSearch,
  gives: z.array(UserCard),
  run: ({ deps, user }, { username }) => searchUsers(deps, user, username),
});

const readOwnProfile = operation({
  call: "GET /users/profile",
  summary: "The caller's profile",
  access: "signedIn",
  gives: User,
  run: ({ user }) => user,
});

const readBlocked = operation({
  call: "GET /users/blocked",
  summary: "The people whom the caller has blocked, the latest first",
  access: "signedIn",
  takes: BlockedQuery,
  gives: { users: z.array(UserCard), hasMore: z.boolean() },
  async run({ deps, user }, { after }) {
    const { rows: users, hasMore } = await listBlocked(deps.db, user.id, after);
    return { users, hasMore };
  },
});

const readPerson = operation({
  call: "GET /users/:userId",
  summary: "A person",
  access: "signedIn",
  gives: UserCard,
  fails: { 404: ["user_not_found"] },
  run: async ({ deps, user, params }) => found(await findUserCard(deps.db, user.id, params.userId), userNotFound),
});

const readFriends = operation({
  call: "GET /friends/friends",
  summary: "The caller's friends",
  access: "signedIn",
  gives: { friends: z.array(UserCard) },
  run: async ({ deps, user }) => ({ friends: await listFriends(deps.db, user.id) }),
});

const readFriendRequests = operation({
  call: "GET /friends/friend-requests",
  summary: "The requests that wait for the caller, newest first",
  access: "signedIn",
  gives: { friendRequests: z.array(FriendRequest) },
  run: async ({ deps, user }) => ({ friendRequests: await listRequests(deps.db, user.id) }),
});

const readFriendStatus = operation({
  call: "GET /friends/request-status/:userId",
  summary: "The caller's relation to somebody",
  access: "signedIn",
  gives: FriendStatus,
  fails: { 404: ["user_not_found"] },
  run: async ({ deps, user, params }) => found(await findFriendStatus(deps.db, user.id, params.userId), userNotFound),
});

/** `readPerson` comes last of the calls below /users: any of them matches it. */
export const people = {
  searchPeople,
  readOwnProfile,
  updateProfile,
  readBlocked,
  blockPerson,
  unblockPerson,
  readPerson,
  readFriends,
  readFriendRequests,
  requestFriend,
  requestFriendByPath,
  readFriendStatus,
  acceptFriendRequest,
  declineFriendRequest,
  unfriend,
  sendReport,
};
