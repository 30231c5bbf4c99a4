import assert from "node:assert/strict";
import { insertBlock, listBlockedIn } from "../../../db/people/blocks.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { deleteMember, insertMember } from "../../../db/groups/members.ts";
import { acceptRequest, findFriendStatus, requestFriend } from "../../../db/people/friends.ts";
import { person, store } from "../../support/people.ts";
import { test } from "../../support/db.ts";

test("a block ends a friendship and a request, in either direction, and nobody blocks themselves or somebody unknown", async ({ db }) => {
  await requestFriend(db, "grace", { id: "one", receiverId: "ada" }, 1);
  await acceptRequest(db, "ada", "one", 2);
  await requestFriend(db, "mallory", { id: "two", receiverId: "ada" }, 3);
  for (const id of ["grace", "mallory"]) {
    await insertBlock(db, "ada", id, 4);
    const status = await findFriendStatus(db, "ada", id);
    assert.deepEqual(status, { requestSent: false, requestReceived: false, friends: false });
  }
  for (const id of ["ada", "nobody"]) assert.equal((await insertBlock(db, "ada", id, 4)).isBlocked, false);
});

test("whom Ada has blocked is known where they wrote, also after they have left", async ({ db }) => {
  const many = Array.from({ length: 21 }, (_, i) => `Blocked${i}`);
  await store(db, ...many.map((name) => person(name)));
  for (const name of many) await insertBlock(db, "ada", name.toLowerCase(), 4);
  await insertMember(db, "ada", { groupId: "engine", userId: "mallory" }, 5);
  const message = { id: "m", groupId: "engine", userId: "mallory", content: "Hello", clientId: null };
  await insertMessage(db, message, 6);
  for (const id of ["grace", "mallory"]) await insertBlock(db, "ada", id, 7);
  await deleteMember(db, "ada", { groupId: "engine", userId: "mallory" });
  assert.deepEqual((await listBlockedIn(db, "ada", "engine")).map(({ id }) => id).toSorted(), ["grace", "mallory"]);
});
