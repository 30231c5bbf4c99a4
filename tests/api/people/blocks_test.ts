import assert from "node:assert/strict";
import { invitations as stored } from "../../../db/schema.ts";
import type { Person } from "../../support/app.ts";
import { startCast } from "../../support/cast.ts";
import { codeOf } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

async function withBlocks() {
  const app = await startCast();
  const change = (method: string) => async (by: Person, of: string) =>
    codeOf(await app.call(method, `/users/${of}/block`, by));
  const ask = async (by: Person, of: Person) => codeOf(await app.call("POST", `/friends/request/${of.id}`, by));
  return { ...app, block: change("PUT"), unblock: change("DELETE"), ask };
}

const test = inScene(withBlocks);

test("Ada blocks Grace, sees whom she has blocked, and unblocks her", async ({ ada, grace, block, unblock, call }) => {
  const listed = async (as: Person) => (await call("GET", "/users/blocked", as)).body;
  assert.deepEqual([await block(ada, grace.id), await block(ada, grace.id)], ["200", "200"]);
  const { users, hasMore } = await listed(ada);
  assert.deepEqual([users.map(({ id }: Person) => id), hasMore], [[grace.id], false]);
  assert.deepEqual((await listed(grace)).users, []);
  assert.deepEqual([await block(ada, ada.id), await block(ada, "nobody")], ["400 own_block", "404 user_not_found"]);
  assert.equal(await unblock(grace, ada.id), "404 not_blocked");
  assert.deepEqual([await unblock(ada, grace.id), await unblock(ada, grace.id)], ["200", "404 not_blocked"]);
});

test("Mallory, whom Ada has blocked, sends her no friend request, adds her to no group, and their invitations are gone with the notices", async (app) => {
  const { call, ada, grace, mallory, ask } = app;
  const mallorys = await app.group(mallory);
  await ask(mallory, ada);
  for (const [by, { id }] of [[mallory, mallorys], [grace, await app.group(grace)]] as const) {
    await call("POST", `/groups/${id}/invites/mail`, by, { emails: [ada.email, "nora@example.org"] });
  }
  await app.block(ada, mallory.id);
  assert.deepEqual((await call("GET", "/friends/friend-requests", ada)).body.friendRequests, []);
  assert.deepEqual([await ask(mallory, ada), await ask(ada, mallory)], ["400 request_not_possible", "400 blocked"]);
  const add = async (who: Person) =>
    codeOf(await call("POST", `/groups/${mallorys.id}/members`, mallory, { userId: who.id }));
  assert.deepEqual([await add(ada), await add(grace)], ["403 cannot_be_added", "201"]);
  const { invitations } = (await call("GET", "/invitations", ada)).body;
  assert.deepEqual(invitations.map(({ invitedBy }: { invitedBy: Person }) => invitedBy.id), [grace.id]);
  const { notices, unread } = (await call("GET", "/notices", ada)).body;
  assert.deepEqual([notices.map(({ text }: { text: string }) => text.split(" ")[0]), unread], [["Grace"], 1]);
  assert.equal(await app.deps.db.q.$count(stored), 3);
  await app.unblock(ada, mallory.id);
  assert.equal(await ask(mallory, ada), "201");
});

test("what Mallory writes, whom Ada has blocked, mentions her not, makes no notice and is not on her card", async (app) => {
  const { call, ada, grace, mallory, here, post } = app;
  await call("POST", `${here}/members`, ada, { userId: mallory.id });
  const own = await post(ada, "Hello");
  await app.block(ada, mallory.id);
  const { mentions, id } = await post(mallory, "Boo, @ada and @grace");
  assert.deepEqual(mentions, [grace.id]);
  await post(mallory, "Still here", { replyTo: own.id });
  const edited = await call("PUT", `${here}/messages/${id}`, mallory, { content: "Boo, @ada, @ada and @grace" });
  assert.deepEqual(edited.body.message.mentions, [grace.id]);
  assert.deepEqual((await call("GET", "/notices", ada)).body.notices, []);
  const lastFor = async (as: Person) => (await call("GET", here, as)).body.group.lastMessage;
  const { excerpt, folded } = await lastFor(ada);
  assert.deepEqual([excerpt, folded, (await lastFor(grace)).excerpt], ["", true, "Still here"]);
  assert.equal((await app.messages()).at(-1)!.content, "Still here");
});
