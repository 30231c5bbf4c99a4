import assert from "node:assert/strict";
import {
  deleteBlock,
  insertBlock,
  isBlocked,
  listBlocked,
  listBlockedIn,
  listBlockers,
} from "../../db/people/blocks.ts";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { deleteMember, insertMember } from "../../db/groups/members.ts";
import { acceptRequest, findFriendStatus, requestFriend } from "../../db/people/friends.ts";
import { freshDb } from "../support/db.ts";
import { cast, person, store } from "../support/people.ts";

Deno.test("Ada blocks and unblocks Grace, once, and neither herself nor somebody who does not exist", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  assert.equal((await insertBlock(db, "ada", "grace", 5)).isBlocked, true);
  assert.equal((await insertBlock(db, "ada", "grace", 6)).isBlocked, true);
  assert.equal((await insertBlock(db, "ada", "ada", 6)).isBlocked, false);
  assert.equal((await insertBlock(db, "ada", "nobody", 6)).isBlocked, false);
  assert.equal(await isBlocked(db, "ada", "grace"), true);
  assert.equal(await isBlocked(db, "grace", "ada"), false);
  assert.deepEqual((await listBlocked(db, "ada")).rows.map(({ id }) => id), ["grace"]);
  assert.deepEqual((await listBlocked(db, "grace")).rows, []);
  assert.deepEqual(await listBlockers(db, "grace", ["ada", "mallory"]), ["ada"]);
  assert.equal(await deleteBlock(db, "grace", "ada"), false);
  assert.equal(await deleteBlock(db, "ada", "grace"), true);
  assert.equal(await deleteBlock(db, "ada", "grace"), false);
});

Deno.test("a block ends a friendship and a request, in either direction", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await requestFriend(db, "grace", { id: "one", receiverId: "ada" }, 1);
  await acceptRequest(db, "ada", "one", 2);
  await requestFriend(db, "mallory", { id: "two", receiverId: "ada" }, 3);
  for (const id of ["grace", "mallory"]) {
    await insertBlock(db, "ada", id, 4);
    const status = await findFriendStatus(db, "ada", id);
    assert.deepEqual(status, { requestSent: false, requestReceived: false, friends: false });
  }
});

Deno.test("whom Ada has blocked is known where they wrote, also after they have left", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
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
