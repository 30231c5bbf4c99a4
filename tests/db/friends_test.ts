import assert from "node:assert/strict";
import * as friends from "../../db/people/friends.ts";
import { friendships } from "../../db/schema.ts";
import { freshDb } from "../support/db.ts";
import { person, store } from "../support/people.ts";

/** Ids in an order unlike that of names or times. */
const cast = { ada: "3-ada", grace: "1-grace", mallory: "2-mallory" };

async function withCast() {
  const fresh = await freshDb();
  await store(fresh.db, ...Object.entries(cast).map(([username, id]) => person(username, { id })));
  const ask = (senderId: string, receiverId: string, now = 10) =>
    friends.requestFriend(fresh.db, senderId, { id: crypto.randomUUID(), receiverId }, now);
  return { db: fresh.db, ask, [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose]() };
}

const usernames = (cards: { username: string }[]) => cards.map((card) => card.username);

Deno.test("a request is listed for its receiver only", async () => {
  await using app = await withCast();
  assert.equal((await app.ask(cast.ada, cast.grace)).done, "sent");
  const [request, ...more] = await friends.listRequests(app.db, cast.grace);
  assert.deepEqual(more, []);
  assert.deepEqual(request.sender, {
    id: cast.ada,
    username: "ada",
    fullName: "ada",
    email: "ada@example.org",
    profileImage: null,
  });
  assert.equal(request.createdAt, "1970-01-01T00:00:00.010Z");
  assert.deepEqual(await friends.listRequests(app.db, cast.ada), []);
  assert.deepEqual(await friends.listRequests(app.db, cast.mallory), []);
  assert.deepEqual(await friends.listFriends(app.db, cast.grace), []);
});

Deno.test("requests are listed newest first, and friends by username", async () => {
  await using app = await withCast();
  await app.ask(cast.ada, cast.grace, 10);
  await app.ask(cast.mallory, cast.grace, 20);
  const requests = await friends.listRequests(app.db, cast.grace);
  assert.deepEqual(usernames(requests.map(({ sender }) => sender)), ["mallory", "ada"]);
  for (const { id } of requests) assert.ok(await friends.acceptRequest(app.db, cast.grace, id, 30));
  assert.deepEqual(usernames(await friends.listFriends(app.db, cast.grace)), ["ada", "mallory"]);
  assert.deepEqual(usernames(await friends.listFriends(app.db, cast.mallory)), ["grace"]);
});

Deno.test("two requests in both directions at once become one friendship, in one row", async () => {
  await using app = await withCast();
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all([app.ask(cast.ada, cast.grace), app.ask(cast.grace, cast.ada)]);
    assert.deepEqual(answers.map(({ done }) => done).sort(), ["accepted", "sent"]);
    assert.equal((await app.db.q.select().from(friendships)).length, 1);
    assert.deepEqual(usernames(await friends.listFriends(app.db, cast.ada)), ["grace"]);
    assert.deepEqual(await friends.listRequests(app.db, cast.grace), []);
    assert.ok(await friends.deleteFriend(app.db, round % 2 ? cast.ada : cast.grace, round % 2 ? cast.grace : cast.ada));
  }
});

Deno.test("of many identical requests at once a single one is stored", async () => {
  await using app = await withCast();
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.ask(cast.ada, cast.grace)));
  assert.equal(answers.filter(({ done }) => done === "sent").length, 1);
  assert.equal(answers.filter(({ done }) => done === undefined).length, 19);
  assert.equal((await friends.listRequests(app.db, cast.grace)).length, 1);
});

Deno.test("of accepting and declining a request at once one succeeds", async () => {
  await using app = await withCast();
  await app.ask(cast.ada, cast.grace);
  const [{ id }] = await friends.listRequests(app.db, cast.grace);
  const [accepted, declined] = await Promise.all([
    friends.acceptRequest(app.db, cast.grace, id, 20),
    friends.declineRequest(app.db, cast.grace, id),
  ]);
  assert.deepEqual([accepted, declined], [{ senderId: cast.ada }, false]);
});

Deno.test("only the receiver can answer a request", async () => {
  await using app = await withCast();
  await app.ask(cast.ada, cast.grace);
  const [{ id }] = await friends.listRequests(app.db, cast.grace);
  for (const other of [cast.ada, cast.mallory]) {
    assert.equal(await friends.acceptRequest(app.db, other, id, 20), undefined);
    assert.equal(await friends.declineRequest(app.db, other, id), false);
  }
  assert.ok(await friends.declineRequest(app.db, cast.grace, id));
  assert.equal((await app.ask(cast.ada, cast.grace)).done, "sent");
});

Deno.test("unfriending does not end a request, and declining does not end a friendship", async () => {
  await using app = await withCast();
  await app.ask(cast.ada, cast.grace);
  const [{ id }] = await friends.listRequests(app.db, cast.grace);
  assert.equal(await friends.deleteFriend(app.db, cast.ada, cast.grace), false);
  await friends.acceptRequest(app.db, cast.grace, id, 20);
  assert.equal(await friends.declineRequest(app.db, cast.grace, id), false);
  assert.equal((await friends.findFriendStatus(app.db, cast.grace, cast.ada))?.friends, true);
});

Deno.test("nobody can send a request to themselves or to a user who does not exist", async () => {
  await using app = await withCast();
  assert.equal((await app.ask(cast.ada, cast.ada)).done, undefined);
  assert.deepEqual(await app.ask(cast.ada, "nobody"), { done: undefined, id: undefined, relation: undefined });
  assert.deepEqual(await app.db.q.select().from(friendships), []);
});

Deno.test("friends in common are those who are friends of both, and nobody else", async () => {
  await using app = await withCast();
  const { db, ask } = app;
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
  assert.deepEqual(await friends.listFriendsInCommon(db, ada, grace).then(([first]) => first), {
    id: "emmy",
    username: "emmy",
    fullName: "emmy",
    profileImage: null,
  });
});
