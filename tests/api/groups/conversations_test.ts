import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { storeFlag } from "../../../db/operator/site_settings.ts";
import { deleteAccount } from "../../../server/actions/account/deletion.ts";
import { startCast } from "../../support/cast.ts";
import { read } from "../../support/forms.ts";
import { inScene } from "../../support/in_scene.ts";
import { codeOf, visit } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";

async function withFriends() {
  const app = await startCast();
  const { call, ada, grace } = app;
  const befriend = async () => {
    await call("POST", `/friends/request/${grace.id}`, ada);
    await call("POST", `/friends/request/${ada.id}`, grace);
  };
  await befriend();
  const open = (as = ada, other = grace) => call("POST", `/users/${other.id}/conversation`, as);
  const { group } = (await open()).body;
  const direct = `/groups/${group.id}`;
  return {
    ...app,
    befriend,
    open,
    group,
    direct,
    write: (content = "Hello", as = ada) => call("POST", `${direct}/messages`, as, { content }),
    list: async (as = ada) => (await call("GET", "/conversations", as)).body.conversations,
    notices: async (as = grace) => (await call("GET", "/notices", as)).body.notices.slice(0, 1),
  };
}

const test = inScene(withFriends);

test("Friends have one conversation, which each sees under the other's name, and Mallory not at all", async (app) => {
  const { ada, grace, mallory, group } = app;
  assert.deepEqual([group.kind, group.groupName, group.createdBy, group.role], [
    "direct",
    grace.fullName,
    null,
    "member",
  ]);
  const opened = await Promise.all([app.open(), app.open(grace, ada), app.open()]);
  assert.deepEqual(opened.map(({ body }) => body.group.id), [group.id, group.id, group.id]);
  assert.equal(opened[1].body.group.groupName, ada.fullName);
  assert.equal(codeOf(await app.open(ada, mallory)), "403 not_friends");
  assert.equal(codeOf(await app.open(ada, { ...mallory, id: "nobody" })), "404 user_not_found");
  assert.equal(codeOf(await app.call("GET", app.direct, mallory)), "404 group_not_found");
  assert.equal(codeOf(await app.write("Hello", mallory)), "404 group_not_found");
  assert.deepEqual(await app.list(mallory), []);
});

test("Conversations that two begin at the same time are one", async (app) => {
  const { ada, mallory } = app;
  await app.call("POST", `/friends/request/${mallory.id}`, ada);
  await app.call("POST", `/friends/request/${ada.id}`, mallory);
  const both = await Promise.all([1, 2, 3].flatMap(() => [app.open(ada, mallory), app.open(mallory, ada)]));
  assert.equal(new Set(both.map(({ body }) => body.group.id)).size, 1);
  assert.equal((await app.list()).length, 2);
});

test("A conversation is in a list of its own, not among the groups, with what was written last", async (app) => {
  const { ada, grace, circle } = app;
  await app.write("Did you finish it?");
  const [conversation] = await app.list(grace);
  const { id, user, unread, lastMessage, mayWrite } = conversation;
  assert.deepEqual([id, user.id, unread, lastMessage.excerpt, mayWrite], [
    app.group.id,
    ada.id,
    1,
    "Did you finish it?",
    true,
  ]);
  assert.deepEqual((await app.call("GET", "/groups", grace)).body.groups.map((group: { id: string }) => group.id), [
    circle.id,
  ]);
  const overview = (await app.call("GET", "/overview", grace)).body;
  assert.deepEqual(overview.groups.map((group: { id: string }) => group.id), [circle.id]);
});

test("What Ada has not read of somebody whom she blocks counts no more", async (app) => {
  const { ada, grace, call } = app;
  await app.write("Hello", grace);
  const waiting = async () => {
    const { direct } = (await call("GET", "/overview", ada)).body;
    const [notice] = await app.notices(ada);
    return [direct, (await app.list())[0].unread, notice.kind === "direct" && notice.readAt === null];
  };
  assert.deepEqual(await waiting(), [1, 1, true]);
  using socket = await connect(app.url, ada.token);
  await call("PUT", `/users/${grace.id}/block`, ada);
  assert.equal((await socket.next("readUpdated")).unread, 0);
  assert.deepEqual(await waiting(), [0, 0, false]);
});

test("Several messages are one notice, which reading the conversation reads", async (app) => {
  const { ada, grace } = app;
  using socket = await connect(app.url, grace.token);
  await socket.join(app.group.id);
  await app.write("One");
  assert.equal((await socket.next("message")).content, "One");
  const [first] = await app.notices();
  assert.deepEqual([first.kind, first.text, first.excerpt], ["direct", `${ada.fullName} wrote to you`, "One"]);
  await app.write("Two");
  await app.write(`@${grace.username} three`);
  const [several] = await app.notices();
  assert.deepEqual([several.kind, several.text, several.id], [
    "direct",
    `3 new messages from ${ada.fullName}`,
    first.id,
  ]);
  await app.call("PUT", `${app.direct}/read`, grace, { seq: 3 });
  assert.notEqual((await app.notices())[0].readAt, null);
});

test("What is new of a book, a meeting and an edited message in a conversation says whose it is", async (app) => {
  const { ada, grace, call, group, direct } = app;
  const shelf = `/books/groups/${group.id}/books`;
  const { body: { book } } = await call("POST", shelf, ada, { title: "Emma", author: "Jane Austen", pageCount: 9 });
  const texts = async () => (await app.notices())[0].text;
  assert.equal(await texts(), `${ada.fullName} added “Emma” to your conversation`);
  await call("POST", `/books/${book.id}/questions`, ada, { page: 0, question: "Why?" });
  assert.equal(await texts(), `${ada.fullName} asked a question about “Emma” in your conversation`);
  const { body: { message } } = await app.write();
  await app.write("Another");
  await call("PUT", `${direct}/messages/${message.id}`, ada, { content: `@${grace.username}` });
  assert.equal(await texts(), `${ada.fullName} mentioned you in your conversation`);
  const [startsAt, endsAt] = ["2030-01-01T18:00:00Z", "2030-01-01T20:00:00Z"];
  const { body: { meeting } } = await call("POST", `${direct}/meetings`, ada, {
    title: "Tea",
    startsAt,
    endsAt,
    timeZone: "UTC",
  });
  assert.match(await texts(), /in your conversation,/);
  const file = await (await visit(app, `/api/meetings/${meeting.id}.ics`, grace)).text();
  assert.match(file, new RegExp(`SUMMARY:Tea \\(${ada.fullName}\\)`));
});

test("Both pin and unpin what either wrote, and neither deletes what the other did", async (app) => {
  const { ada, grace, mallory, direct } = app;
  const { body: { message } } = await app.write();
  const at = `${direct}/messages/${message.id}`;
  const pinned = await app.call("PUT", `${at}/pin`, grace);
  assert.ok(pinned.body.message.pinnedAt);
  assert.equal((await app.call("GET", `${direct}/pins`, ada)).body.messages.length, 1);
  assert.equal(codeOf(await app.call("PUT", `${at}/pin`, mallory)), "404 message_not_found");
  assert.match(await read(app, `/group/${app.group.id}?message=1`, ada), /unpin\?message=1"/);
  assert.equal((await app.call("DELETE", `${at}/pin`, ada)).body.message.pinnedAt, null);
  assert.equal(codeOf(await app.call("DELETE", at, grace)), "403 not_author");
});

const ended = {
  "unfriends Grace": (app: Awaited<ReturnType<typeof withFriends>>) =>
    app.call("DELETE", `/friends/unfriend/${app.grace.id}`, app.ada),
  "blocks Grace": (app: Awaited<ReturnType<typeof withFriends>>) =>
    app.call("PUT", `/users/${app.grace.id}/block`, app.ada),
};

for (const [what, end] of Object.entries(ended)) {
  test(`After Ada ${what} neither can write, and both read what they wrote`, async (app) => {
    const { ada, grace } = app;
    const { body: { message } } = await app.write();
    assert.ok((await end(app)).status < 300);
    for (const [one, other] of [[ada, grace], [grace, ada]]) {
      const at = (path: string) => `${app.direct}/messages/${message.id}${path}`;
      const answers = await Promise.all([
        app.write("Again", one),
        app.write(`@${other.username} again`, one),
        app.open(one, other),
        app.call("PUT", at("/reactions/🎉"), one),
        app.call("PUT", at("/pin"), one),
        app.call("POST", `/books/groups/${app.group.id}/books`, one, {
          title: "Emma",
          author: "Jane Austen",
          pageCount: 9,
        }),
      ]);
      assert.deepEqual(answers.map(codeOf), [
        "403 not_friends",
        "403 not_friends",
        "403 not_friends",
        "403 not_friends",
        "403 not_friends",
        "403 not_friends",
      ]);
      const shown = await app.call("GET", `${app.direct}/messages`, one);
      assert.equal(shown.body.messages.length, 1);
      assert.equal((await app.list(one))[0].mayWrite, false);
    }
    assert.equal(
      codeOf(await app.call("PUT", `${app.direct}/messages/${message.id}`, ada, { content: "Other" })),
      "403 not_friends",
    );
    assert.equal(codeOf(await app.call("DELETE", `${app.direct}/messages/${message.id}`, ada)), "200");
  });
}

test("What Grace removes from the shelf of a conversation Ada brings back, and nobody else", async (app) => {
  const { ada, grace, mallory, call } = app;
  const { book } = (await call("POST", `/books/groups/${app.group.id}/books`, grace, {
    title: "Emma",
    author: "Jane Austen",
    pageCount: 9,
  })).body;
  assert.equal(codeOf(await call("DELETE", `/books/${book.id}`, grace)), "200");
  assert.equal(codeOf(await call("POST", `/books/${book.id}/restore`, mallory)), "404 book_not_found");
  assert.equal(codeOf(await call("POST", `/books/${book.id}/restore`, ada)), "200");
});

test("Friends again, they go on where they were", async (app) => {
  await app.write();
  await app.call("DELETE", `/friends/unfriend/${app.ada.id}`, app.grace);
  await app.befriend();
  assert.equal((await app.open()).body.group.id, app.group.id);
  assert.equal(codeOf(await app.write("Back", app.grace)), "201");
});

test("Nobody organizes, joins, leaves, renames or deletes a conversation", async (app) => {
  const { ada, grace, mallory, direct } = app;
  const refused = await Promise.all([
    app.call("PUT", direct, ada, { groupName: "Other" }),
    app.call("DELETE", direct, ada),
    app.call("POST", `${direct}/members`, ada, { userId: mallory.id }),
    app.call("DELETE", `${direct}/members/${grace.id}`, ada),
    app.call("DELETE", `${direct}/members/${ada.id}`, ada),
    app.call("DELETE", `${direct}/members/${grace.id}`, grace),
    app.call("PUT", `${direct}/members/${grace.id}/role`, ada, { role: "organizer" }),
    app.call("PUT", `${direct}/settings`, ada, { listed: true }),
    app.call("POST", `${direct}/invites`, ada, {}),
    app.call("POST", `${direct}/invitations`, ada, { emails: ["a@example.org"] }),
    app.call("POST", `${direct}/requests`, mallory, {}),
    app.call("GET", `${direct}/archive`, ada),
  ]);
  assert.deepEqual(refused.map(({ status }) => status).filter((status) => status < 400 || status >= 500), []);
  assert.equal((await app.call("GET", direct, grace)).body.group.memberCount, 2);
});

test("Grace still reads what Ada wrote when Ada has deleted her account, and the conversation goes with the last of the two", async (app) => {
  const { ada, grace, deps } = app;
  await app.write();
  await deleteAccount(deps, ada.id);
  const [conversation] = await app.list(grace);
  assert.deepEqual([conversation.user, conversation.mayWrite], [null, false]);
  assert.equal((await app.call("GET", app.direct, grace)).body.group.groupName, "Deleted account");
  const { messages } = (await app.call("GET", `${app.direct}/messages`, grace)).body;
  assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["Hello"]);
  assert.equal(codeOf(await app.write("Hello?", grace)), "403 not_friends");
  await deleteAccount(deps, grace.id);
  const left = await deps.db.q.all(sql`select 1 from groups where kind = 'direct' and deleted_at is null`);
  assert.deepEqual(left, []);
});

Deno.test("Where direct messages are off nobody begins a conversation or writes in one, and its people read it", async () => {
  await using app = await startCast({ env: { DIRECT_MESSAGES: "off" } });
  const { ada, grace, deps: { db } } = app;
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  const open = () => app.call("POST", `/users/${grace.id}/conversation`, ada);
  assert.equal(codeOf(await open()), "403 direct_off");
  assert.ok(!(await read(app, `/profile/${grace.id}`, ada)).includes("/conversation"));
  await storeFlag(db, "direct_off", false);
  const { group } = (await open()).body;
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Before" });
  await storeFlag(db, "direct_off", true);
  assert.equal(
    codeOf(await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "After" })),
    "403 direct_off",
  );
  const { messages } = (await app.call("GET", `/groups/${group.id}/messages`, grace)).body;
  assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["Before"]);
  assert.match(await read(app, `/group/${group.id}`, grace), /Direct messages are turned off/);
});

test("Windows that stayed open, or came while a conversation was closed, hear of it once the two are friends again", async (app) => {
  const { ada, grace, group, url, call } = app;
  using before = await connect(url, ada.token);
  await before.join(group.id);
  using watcher = await connect(url, ada.token);
  await watcher.ask("watchGroup", group.id);
  await call("DELETE", `/friends/unfriend/${grace.id}`, ada);
  using during = await connect(url, ada.token);
  await during.join(group.id);
  assert.equal(codeOf(await app.write("Hello", grace)), "403 not_friends");
  await app.befriend();
  assert.equal((await app.write("Friends again", grace)).status, 201);
  for (const socket of [before, during]) assert.equal((await socket.next("message")).content, "Friends again");
  await call("POST", `/books/groups/${group.id}/books`, grace, { title: "Emma", pageCount: 100 });
  assert.equal((await watcher.next("partChanged")).part, "shelf");
});
