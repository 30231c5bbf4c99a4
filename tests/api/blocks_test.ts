import assert from "node:assert/strict";
import { invitations as stored } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { codeOf } from "../support/requests.ts";

async function cast(app: TestApp) {
  const [ada, grace, mallory] = await Promise.all(["Ada", "Grace", "Mallory"].map(app.person));
  return { ada, grace, mallory, block: (by: Person | null, of: string) => app.call("PUT", `/users/${of}/block`, by) };
}

Deno.test("Ada blocks Grace, sees whom she has blocked, and unblocks her", async () => {
  await using app = await startApp();
  const { ada, grace, block } = await cast(app);
  const listed = async (as: Person) => (await app.call("GET", "/users/blocked", as)).body;
  assert.equal((await block(ada, grace.id)).status, 200);
  assert.equal((await block(ada, grace.id)).status, 200);
  const { users, hasMore } = await listed(ada);
  assert.deepEqual([users.map(({ id }: Person) => id), hasMore], [[grace.id], false]);
  assert.deepEqual((await listed(grace)).users, []);
  assert.equal(codeOf(await block(ada, ada.id)), "400 own_block");
  assert.equal(codeOf(await block(ada, "nobody")), "404 user_not_found");
  assert.equal(codeOf(await block(null, grace.id)), "401 unauthorized");
  assert.equal(codeOf(await app.call("GET", "/users/blocked")), "401 unauthorized");
  const unblock = (by: Person) => app.call("DELETE", `/users/${grace.id}/block`, by);
  assert.equal(codeOf(await app.call("DELETE", `/users/${ada.id}/block`, grace)), "404 not_blocked");
  assert.equal((await unblock(ada)).status, 200);
  assert.equal(codeOf(await unblock(ada)), "404 not_blocked");
});

Deno.test("whom Ada has blocked sends her no friend request and adds her to no group", async () => {
  await using app = await startApp();
  const { ada, grace, mallory, block } = await cast(app);
  const ask = (by: Person, of: Person) => app.call("POST", `/friends/request/${of.id}`, by);
  await ask(mallory, ada);
  await block(ada, mallory.id);
  assert.deepEqual((await app.call("GET", "/friends/friend-requests", ada)).body.friendRequests, []);
  assert.equal(codeOf(await ask(mallory, ada)), "400 request_not_possible");
  assert.equal(codeOf(await ask(ada, mallory)), "400 blocked");
  const group = await app.group(mallory);
  const add = (who: Person) => app.call("POST", `/groups/${group.id}/members`, mallory, { userId: who.id });
  assert.equal(codeOf(await add(ada)), "403 cannot_be_added");
  assert.equal((await add(grace)).status, 201);
  assert.equal((await app.call("GET", `/groups/${group.id}`, ada)).status, 404);
  await app.call("DELETE", `/users/${mallory.id}/block`, ada);
  assert.equal((await ask(mallory, ada)).status, 201);
});

Deno.test("invitations of whom Ada blocks are gone with their notices, and those of others stay", async () => {
  await using app = await startApp();
  const { ada, grace, mallory, block } = await cast(app);
  for (const by of [mallory, grace]) {
    const { id } = await app.group(by);
    await app.call("POST", `/groups/${id}/invites/mail`, by, { emails: [ada.email, "nora@example.org"] });
  }
  await block(ada, mallory.id);
  const { invitations } = (await app.call("GET", "/invitations", ada)).body;
  assert.deepEqual(invitations.map(({ invitedBy }: { invitedBy: Person }) => invitedBy.id), [grace.id]);
  const { notices, unread } = (await app.call("GET", "/notices", ada)).body;
  assert.deepEqual([notices.map(({ text }: { text: string }) => text.split(" ")[0]), unread], [["Grace"], 1]);
  assert.equal(await app.deps.db.q.$count(stored), 3);
});

Deno.test("what somebody writes whom Ada has blocked mentions her not, makes no notice and is not on her card", async () => {
  await using app = await startApp();
  const { ada, grace, mallory, block } = await cast(app);
  const group = await app.group(ada, grace, mallory);
  const post = async (by: Person, content: string, replyTo?: string) =>
    (await app.call("POST", `/groups/${group.id}/messages`, by, { content, replyTo })).body.message;
  const own = await post(ada, "Hello");
  await block(ada, mallory.id);
  const { mentions, id } = await post(mallory, "Boo, @ada and @grace");
  assert.deepEqual(mentions, [grace.id]);
  await post(mallory, "Still here", own.id);
  const edit = { content: "Boo, @ada, @ada and @grace" };
  const edited = await app.call("PUT", `/groups/${group.id}/messages/${id}`, mallory, edit);
  assert.deepEqual(edited.body.message.mentions, [grace.id]);
  const { body: { notices } } = await app.call("GET", "/notices", ada);
  assert.deepEqual(notices, []);
  const lastFor = async (as: Person) => (await app.call("GET", `/groups/${group.id}`, as)).body.group.lastMessage;
  const { excerpt, folded } = await lastFor(ada);
  assert.deepEqual([excerpt, folded], ["", true]);
  assert.deepEqual((await lastFor(grace)).excerpt, "Still here");
  const { body: { messages } } = await app.call("GET", `/groups/${group.id}/messages`, ada);
  assert.equal(messages.at(-1).content, "Still here");
});
