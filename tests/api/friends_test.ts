import assert from "node:assert/strict";
import { type Answer, type Person, startApp } from "../support/app.ts";
import { friendsServerTexts, friendsTexts, usersServerTexts } from "../../server/contract/people/texts.ts";
import { transportServerTexts } from "../../server/contract/site/texts.ts";

const own = { ...friendsTexts, ...friendsServerTexts };

/** A running app with Ada, Grace and Mallory. */
async function withCast(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const ask = (from: Person, to: { id: string }) => app.call("POST", `/friends/request/${to.id}`, from);
  const requests = async (of: Person) => (await app.call("GET", "/friends/friend-requests", of)).body.friendRequests;
  const friends = async (of: Person): Promise<string[]> =>
    (await app.call("GET", "/friends/friends", of)).body.friends.map(({ username }: Person) => username);
  const status = async (from: Person, to: Person) =>
    (await app.call("GET", `/friends/request-status/${to.id}`, from)).body;
  const befriend = async (one: Person, other: Person) => (await ask(one, other), await ask(other, one));
  return { ...app, ada, grace, mallory, ask, requests, friends, status, befriend };
}

const statusAndMessage = ({ status, body }: Answer<{ message: string }>) => [status, body.message];
const nothing = { requestSent: false, requestReceived: false, friends: false };

Deno.test("the response to a friend request contains whether both are friends now", async () => {
  await using app = await withCast();
  const { ada, grace } = app;
  assert.deepEqual((await app.ask(ada, grace)).body, { message: own.sent, friends: false });
  assert.deepEqual((await app.ask(grace, ada)).body, { message: own.accepted, friends: true });
});

// spec: 3.4, 7.10, 7.11
Deno.test("Grace accepts Ada's request, and each is listed as the other's friend", async () => {
  await using app = await withCast();
  const { ada, grace } = app;
  assert.deepEqual(statusAndMessage(await app.ask(ada, grace)), [201, own.sent]);
  assert.deepEqual(await app.status(ada, grace), { ...nothing, requestSent: true });
  assert.deepEqual(await app.status(grace, ada), { ...nothing, requestReceived: true });
  const [request] = await app.requests(grace);
  const { id, username, fullName, email, profileImage } = ada;
  assert.deepEqual(request, {
    id: request.id,
    createdAt: request.createdAt,
    sender: { id, username, fullName, email, profileImage },
  });
  assert.match(request.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(statusAndMessage(await app.call("POST", `/friends/accept-friend-request/${request.id}`, grace)), [
    200,
    own.accepted,
  ]);
  assert.deepEqual(await app.requests(grace), []);
  assert.deepEqual([await app.friends(ada), await app.friends(grace)], [["grace"], ["ada"]]);
  for (const [one, other] of [[ada, grace], [grace, ada]]) {
    assert.deepEqual(await app.status(one, other), { ...nothing, friends: true });
  }
});

Deno.test("a friend is listed as a card, without private fields", async () => {
  await using app = await withCast();
  await app.befriend(app.ada, app.grace);
  const { body } = await app.call("GET", "/friends/friends", app.ada);
  const { id, username, fullName, profileImage, bio, email } = app.grace;
  assert.deepEqual(body, { friends: [{ id, username, fullName, profileImage, bio, email }] });
});

// spec: 7.10
Deno.test("a declined request is removed and may be sent again", async () => {
  await using app = await withCast();
  const { ada, grace } = app;
  await app.ask(ada, grace);
  const [{ id }] = await app.requests(grace);
  assert.deepEqual(statusAndMessage(await app.call("POST", `/friends/decline-friend-request/${id}`, grace)), [
    200,
    own.declined,
  ]);
  assert.deepEqual(await app.requests(grace), []);
  assert.deepEqual(await app.status(ada, grace), nothing);
  assert.deepEqual(statusAndMessage(await app.ask(ada, grace)), [201, own.sent]);
});

// spec: 7.11
Deno.test("a request from a profile is the same as one from the search", async () => {
  await using app = await withCast();
  const ask = () => app.call("POST", "/friends/friend-request", app.ada, { receiverId: app.grace.id });
  assert.deepEqual(statusAndMessage(await ask()), [201, own.sent]);
  assert.deepEqual(statusAndMessage(await ask()), [400, own.alreadySent]);
  assert.deepEqual(statusAndMessage(await app.ask(app.ada, app.grace)), [400, own.alreadySent]);
  assert.equal((await app.call("POST", "/friends/friend-request", app.ada, {})).status, 400);
});

Deno.test("a request to oneself, to a friend or to an unknown user is refused", async () => {
  await using app = await withCast();
  const { ada, grace } = app;
  assert.deepEqual(statusAndMessage(await app.ask(ada, ada)), [400, own.self]);
  assert.deepEqual(statusAndMessage(await app.ask(ada, { id: "nobody" })), [404, usersServerTexts.notFound]);
  await app.befriend(ada, grace);
  assert.deepEqual(statusAndMessage(await app.ask(ada, grace)), [400, own.already]);
  assert.deepEqual(statusAndMessage(await app.ask(grace, ada)), [400, own.already]);
});

Deno.test("sending a request in return accepts the first", async () => {
  await using app = await withCast();
  await app.ask(app.ada, app.grace);
  assert.deepEqual(statusAndMessage(await app.ask(app.grace, app.ada)), [201, own.accepted]);
  assert.deepEqual(await app.friends(app.ada), ["grace"]);
  assert.deepEqual([await app.requests(app.ada), await app.requests(app.grace)], [[], []]);
});

Deno.test("simultaneous requests in both directions make one friendship", async () => {
  await using app = await withCast();
  const { ada, grace } = app;
  const pairs = Array.from({ length: 10 }, () => [app.ask(ada, grace), app.ask(grace, ada)]).flat();
  const answers = await Promise.all(pairs);
  const messages = answers.map(({ body }) => body.message);
  assert.equal(messages.filter((text) => text === own.sent).length, 1);
  assert.equal(messages.filter((text) => text === own.accepted).length, 1);
  assert.ok(answers.every(({ status }) => status === 201 || status === 400));
  assert.deepEqual([await app.friends(ada), await app.friends(grace)], [["grace"], ["ada"]]);
  assert.deepEqual([await app.requests(ada), await app.requests(grace)], [[], []]);
});

Deno.test("Mallory and the sender cannot answer Grace's request", async () => {
  await using app = await withCast();
  const { ada, grace, mallory } = app;
  await app.ask(ada, grace);
  const [{ id }] = await app.requests(grace);
  for (const other of [mallory, ada]) {
    for (const answer of ["accept", "decline"]) {
      const refused = await app.call("POST", `/friends/${answer}-friend-request/${id}`, other);
      assert.deepEqual(statusAndMessage(refused), [404, own.requestNotFound]);
    }
  }
  assert.equal((await app.requests(grace)).length, 1);
  assert.deepEqual(await app.requests(mallory), []);
});

Deno.test("an answered or unknown request is not found", async () => {
  await using app = await withCast();
  await app.ask(app.ada, app.grace);
  const [{ id }] = await app.requests(app.grace);
  await app.call("POST", `/friends/accept-friend-request/${id}`, app.grace);
  for (const path of [`accept-friend-request/${id}`, `decline-friend-request/${id}`, "accept-friend-request/nothing"]) {
    assert.deepEqual(statusAndMessage(await app.call("POST", `/friends/${path}`, app.grace)), [
      404,
      own.requestNotFound,
    ]);
  }
  assert.deepEqual(await app.friends(app.ada), ["grace"]);
});

// spec: 7.10
Deno.test("either friend can end a friendship, Mallory cannot", async () => {
  await using app = await withCast();
  const { ada, grace, mallory } = app;
  const unfriend = async (from: Person, whom: { id: string }) =>
    statusAndMessage(await app.call("DELETE", `/friends/unfriend/${whom.id}`, from));
  for (const [one, other] of [[ada, grace], [grace, ada]]) {
    await app.befriend(ada, grace);
    assert.deepEqual(await unfriend(mallory, ada), [404, own.notFriends]);
    assert.deepEqual(await unfriend(one, other), [200, own.removed]);
    assert.deepEqual([await app.friends(ada), await app.friends(grace)], [[], []]);
    assert.deepEqual(await unfriend(one, other), [404, own.notFriends]);
  }
  assert.deepEqual(await unfriend(ada, { id: "nobody" }), [404, own.notFriends]);
});

Deno.test("Mallory sees nothing of a friendship", async () => {
  await using app = await withCast();
  await app.befriend(app.ada, app.grace);
  await app.ask(app.ada, app.mallory);
  assert.deepEqual(await app.friends(app.mallory), []);
  assert.deepEqual(await app.status(app.mallory, app.grace), nothing);
  assert.equal((await app.call("GET", "/friends/request-status/nobody", app.mallory)).status, 404);
  assert.deepEqual(await app.status(app.ada, app.ada), nothing);
});

Deno.test("every call without a session answers 401", async () => {
  await using app = await withCast();
  const { id } = app.grace;
  const calls = [
    ["GET", "friends"],
    ["GET", "friend-requests"],
    ["GET", `request-status/${id}`],
    ["POST", `request/${id}`],
    ["POST", "friend-request"],
    ["POST", `accept-friend-request/${id}`],
    ["POST", `decline-friend-request/${id}`],
    ["DELETE", `unfriend/${id}`],
  ];
  for (const [method, path] of calls) {
    const body = path === "friend-request" ? { receiverId: id } : undefined;
    const answer = await app.call(method, `/friends/${path}`, null, body);
    assert.deepEqual(statusAndMessage(answer), [401, transportServerTexts.unauthorized], path);
  }
});

Deno.test("after too many requests Ada is refused and Mallory is not", async () => {
  await using app = await withCast({ RATE_LIMITS: "friendRequest=3/3600" });
  const { ada, grace, mallory } = app;
  for (const _ of [1, 2, 3]) await app.ask(ada, grace);
  const refused = await app.ask(ada, grace);
  assert.deepEqual(statusAndMessage(refused), [429, transportServerTexts.tooMany]);
  assert.ok(Number(refused.headers.get("retry-after")) > 3000);
  assert.deepEqual(statusAndMessage(await app.ask(mallory, grace)), [201, own.sent]);
});
