import assert from "node:assert/strict";
import * as friends from "../../../db/people/friends.ts";
import { friendships } from "../../../db/schema.ts";
import { freshDb } from "../../support/db.ts";
import { person, store } from "../../support/people.ts";
import { inScene } from "../../support/in_scene.ts";

/** Ids in an order unlike that of names or times. */
const cast = { ada: "3-ada", grace: "1-grace", mallory: "2-mallory" };

async function withCast() {
  const fresh = await freshDb();
  await store(fresh.db, ...Object.entries(cast).map(([username, id]) => person(username, { id })));
  const ask = (senderId: string, receiverId: string, now = 10) =>
    friends.requestFriend(fresh.db, senderId, { id: crypto.randomUUID(), receiverId }, now);
  return { db: fresh.db, ask, [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose]() };
}

const test = inScene(withCast);

const usernames = (cards: { username: string }[]) => cards.map((card) => card.username);

test("requests are listed newest first, and friends by username", async ({ ask, db }) => {
  await ask(cast.ada, cast.grace, 10);
  await ask(cast.mallory, cast.grace, 20);
  const requests = await friends.listRequests(db, cast.grace);
  assert.deepEqual(usernames(requests.map(({ sender }) => sender)), ["mallory", "ada"]);
  for (const { id } of requests) assert.ok(await friends.acceptRequest(db, cast.grace, id, 30));
  assert.deepEqual(usernames(await friends.listFriends(db, cast.grace)), ["ada", "mallory"]);
  assert.deepEqual(usernames(await friends.listFriends(db, cast.mallory)), ["grace"]);
});

test("two requests in both directions at once become one friendship, in one row", async ({ ask, db }) => {
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all([ask(cast.ada, cast.grace), ask(cast.grace, cast.ada)]);
    assert.deepEqual(answers.map(({ done }) => done).sort(), ["accepted", "sent"]);
    assert.equal((await db.q.select().from(friendships)).length, 1);
    assert.deepEqual(usernames(await friends.listFriends(db, cast.ada)), ["grace"]);
    assert.deepEqual(await friends.listRequests(db, cast.grace), []);
    assert.ok(await friends.deleteFriend(db, round % 2 ? cast.ada : cast.grace, round % 2 ? cast.grace : cast.ada));
  }
});

test("of many identical requests at once a single one is stored, and none to oneself or to an unknown user", async ({ ask, db }) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(cast.ada, cast.grace)));
  assert.equal(answers.filter(({ done }) => done === "sent").length, 1);
  assert.equal(answers.filter(({ done }) => done === undefined).length, 19);
  assert.equal((await friends.listRequests(db, cast.grace)).length, 1);
  for (const id of [cast.ada, "nobody"]) assert.equal((await ask(cast.ada, id)).done, undefined);
});

test("of accepting and declining a request at once one succeeds", async ({ ask, db }) => {
  await ask(cast.ada, cast.grace);
  const [{ id }] = await friends.listRequests(db, cast.grace);
  const [accepted, declined] = await Promise.all([
    friends.acceptRequest(db, cast.grace, id, 20),
    friends.declineRequest(db, cast.grace, id),
  ]);
  assert.deepEqual([accepted, declined], [{ senderId: cast.ada }, false]);
});

test("unfriending does not end a request, and declining does not end a friendship", async ({ ask, db }) => {
  await ask(cast.ada, cast.grace);
  const [{ id }] = await friends.listRequests(db, cast.grace);
  assert.equal(await friends.deleteFriend(db, cast.ada, cast.grace), undefined);
  await friends.acceptRequest(db, cast.grace, id, 20);
  assert.equal(await friends.declineRequest(db, cast.grace, id), false);
  assert.equal((await friends.findFriendStatus(db, cast.grace, cast.ada))?.friends, true);
});

test("friends in common are those who are friends of both, and nobody else", async ({ db, ask }) => {
  const { ada, grace, mallory } = cast;
  const others = ["emmy", "noor", "linus", "mei"];
  await store(db, ...others.map((name) => person(name)));
  const befriend = (one: string, other: string) => Promise.all([ask(one, other), ask(other, one)]);
  const inCommon = async (viewerId: string, userId: string) =>
    usernames(await friends.listFriendsInCommon(db, viewerId, userId));
  for (const [one, other] of [[ada, "emmy"], [ada, "noor"], [grace, "emmy"], ["linus", grace]]) {
    await befriend(one, other);
  }
  // A request is no friendship.
  await ask(grace, "noor");
  await ask(ada, "linus");
  await befriend(ada, "mei");
  assert.deepEqual(await inCommon(ada, grace), ["emmy"]);
  assert.deepEqual(await inCommon(grace, ada), ["emmy"]);
  await befriend(ada, grace);
  assert.deepEqual(await inCommon(ada, grace), ["emmy"], "neither of the two");
  await befriend("mei", grace);
  assert.deepEqual(await inCommon(ada, grace), ["emmy", "mei"]);
  assert.deepEqual(await inCommon(mallory, grace), []);
  assert.deepEqual(await inCommon(ada, "nobody"), []);
  const expected = { id: "emmy", username: "emmy", fullName: "emmy", profileImage: null };
  assert.deepEqual(await friends.listFriendsInCommon(db, ada, grace).then(([first]) => first), expected);
});
