import assert from "node:assert/strict";
import { friendsServerTexts, friendsTexts, usersServerTexts } from "../../../server/contract/people/texts.ts";
import type { Answer, Person } from "../../support/app.ts";
import { type Options, startCast } from "../../support/cast.ts";

const texts = { ...friendsTexts, ...friendsServerTexts };

async function withFriends(options?: Options) {
  const app = await startCast(options);
  const { call } = app;
  const said = ({ status, body }: Answer<{ message: string }>) => [status, body.message];
  return {
    ...app,
    ask: async (from: Person, to: { id: string }) => said(await call("POST", `/friends/request/${to.id}`, from)),
    answer: async (answer: "accept" | "decline", id: string, as: Person) =>
      said(await call("POST", `/friends/${answer}-friend-request/${id}`, as)),
    unfriend: async (from: Person, whom: { id: string }) =>
      said(await call("DELETE", `/friends/unfriend/${whom.id}`, from)),
    requests: async (of: Person) => (await call("GET", "/friends/friend-requests", of)).body.friendRequests,
    friends: async (of: Person) => (await call("GET", "/friends/friends", of)).body.friends,
    status: async (from: Person, to: { id: string }) =>
      (await call("GET", `/friends/request-status/${to.id}`, from)).body,
  };
}

const nothing = { requestSent: false, requestReceived: false, friends: false };

Deno.test("Grace accepts Ada's request, which only she can, and each is the other's friend, as a card, until one of them ends it", async () => {
  await using app = await withFriends();
  const { ada, grace, mallory } = app;
  assert.deepEqual(await app.ask(ada, grace), [201, texts.sent]);
  assert.deepEqual(await app.status(ada, grace), { ...nothing, requestSent: true });
  assert.deepEqual(await app.status(grace, ada), { ...nothing, requestReceived: true });
  const [{ id, createdAt, sender, ...more }] = await app.requests(grace);
  const { id: adaId, username, fullName, email, profileImage } = ada;
  assert.deepEqual([sender, more], [{ id: adaId, username, fullName, email, profileImage }, {}]);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  for (const other of [mallory, ada]) {
    assert.deepEqual(await app.answer("accept", id, other), [404, texts.requestNotFound]);
  }
  assert.deepEqual(await app.answer("accept", id, grace), [200, texts.accepted]);
  for (const answer of ["accept", "decline"] as const) {
    assert.deepEqual(await app.answer(answer, id, grace), [404, texts.requestNotFound]);
  }
  assert.deepEqual(await app.requests(grace), []);
  const card = { id: adaId, username, fullName, email, profileImage, bio: null };
  assert.deepEqual(await app.friends(grace), [card]);
  for (const [one, other] of [[ada, grace], [grace, ada]]) {
    assert.deepEqual(await app.status(one, other), { ...nothing, friends: true });
    assert.deepEqual(await app.ask(one, other), [400, texts.already]);
  }
  assert.deepEqual([await app.friends(mallory), await app.status(mallory, grace)], [[], nothing]);
  assert.deepEqual(await app.unfriend(mallory, ada), [404, texts.notFriends]);
  assert.deepEqual(await app.unfriend(ada, grace), [200, texts.removed]);
  assert.deepEqual([await app.friends(ada), await app.friends(grace)], [[], []]);
  assert.deepEqual(await app.unfriend(grace, ada), [404, texts.notFriends]);
});

Deno.test("a request is sent once, from the search or a profile, again after it was declined, and one in return accepts it", async () => {
  await using app = await withFriends();
  const { call, ada, grace } = app;
  const fromProfile = () => call("POST", "/friends/friend-request", ada, { receiverId: grace.id });
  assert.deepEqual((await fromProfile()).body, { message: texts.sent, friends: false });
  assert.deepEqual((await fromProfile()).body.message, texts.alreadySent);
  assert.deepEqual(await app.ask(ada, grace), [400, texts.alreadySent]);
  const [{ id }] = await app.requests(grace);
  assert.deepEqual(await app.answer("decline", id, grace), [200, texts.declined]);
  assert.deepEqual([await app.requests(grace), await app.status(ada, grace)], [[], nothing]);
  assert.deepEqual(await app.ask(ada, grace), [201, texts.sent]);
  const { body } = await call("POST", `/friends/request/${ada.id}`, grace);
  assert.deepEqual(body, { message: texts.accepted, friends: true });
  assert.deepEqual([await app.requests(ada), await app.requests(grace)], [[], []]);
});

Deno.test("a request to oneself or to an unknown user is refused, and after too many Ada's are and Mallory's are not", async () => {
  await using app = await withFriends({ env: { RATE_LIMITS: "friendRequest=3/3600" } });
  const { ada, grace, mallory } = app;
  assert.deepEqual(await app.ask(ada, ada), [400, texts.self]);
  assert.deepEqual(await app.ask(ada, { id: "nobody" }), [404, usersServerTexts.notFound]);
  assert.deepEqual(await app.ask(ada, grace), [201, texts.sent]);
  const refused = await app.call("POST", `/friends/request/${grace.id}`, ada);
  assert.deepEqual([refused.status, refused.body.code], [429, "too_many_requests"]);
  assert.ok(Number(refused.headers.get("retry-after")) > 3000);
  assert.deepEqual(await app.ask(mallory, grace), [201, texts.sent]);
});
