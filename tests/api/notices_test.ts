import assert from "node:assert/strict";
import { type Person, startApp } from "../support/app.ts";
import { connect } from "../support/socket.ts";

/** Ada's group with Grace in it, and Mallory; nobody has a notice. */
async function withCast(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  await app.call("POST", "/notices/read", grace, { all: true });
  const list = async (of: Person) => (await app.call("GET", "/notices", of)).body;
  /** The unread ones, without times and ids. */
  const unread = async (of: Person) =>
    (await list(of)).notices.filter(({ readAt }: { readAt: string | null }) => readAt === null)
      .map(({ kind, text, url }: { kind: string; text: string; url: string }) => [kind, text, url]);
  const post = async (author: Person, content: string, more = {}) =>
    (await app.call("POST", `/groups/${group.id}/messages`, author, { content, ...more })).body.message;
  return { ...app, ada, grace, mallory, group, list, unread, post };
}

Deno.test("Grace is notified that Ada mentioned her, and Ada that Grace replied", async () => {
  await using app = await withCast();
  const { ada, grace, mallory, group, unread, post } = app;
  const { id } = await post(ada, "Hello @grace and @ada and @mallory");
  await post(grace, "Hello", { replyTo: id });
  const here = `/group/${group.id}`;
  assert.deepEqual(await unread(grace), [["mention", "Ada mentioned you in Group of ada", `${here}?message=1`]]);
  assert.deepEqual(await unread(ada), [["reply", "Grace replied to you in Group of ada", `${here}?message=2`]]);
  assert.deepEqual(await unread(mallory), []);
});

Deno.test("a reply that also mentions its receiver makes one notice, and one to oneself none", async () => {
  await using app = await withCast();
  const { ada, grace, unread, post } = app;
  const { id } = await post(grace, "Hello");
  await post(ada, "Yes, @grace", { replyTo: id });
  await post(grace, "I, @grace", { replyTo: id });
  assert.deepEqual((await unread(grace)).map(([kind]: string[]) => kind), ["reply"]);
});

Deno.test("an edit notifies those whom the message did not mention before, counts only those, and withdraws others' notices", async () => {
  await using app = await withCast({ RATE_LIMITS: "notice=2/3600" });
  const { ada, grace, group, unread, post } = app;
  const { id } = await post(ada, "Hello");
  const edit = (content: string) => app.call("PUT", `/groups/${group.id}/messages/${id}`, ada, { content });
  await edit("Hello @grace");
  await edit("Hello, @grace");
  assert.equal((await unread(grace)).length, 1);
  await edit("Hello");
  assert.deepEqual(await unread(grace), []);
  await edit("Hello again @grace");
  assert.equal((await unread(grace)).length, 1);
});

Deno.test("Grace, whom Ada adds and removes again and again, can be added so often only", async () => {
  await using app = await withCast({ RATE_LIMITS: "addMember=2/3600" });
  const { ada, grace, mallory, group } = app;
  const path = `/groups/${group.id}/members`;
  const add = async (userId: string) => (await app.call("POST", path, ada, { userId })).status;
  await app.call("DELETE", `${path}/${grace.id}`, ada);
  const first = await add(grace.id);
  await app.call("DELETE", `${path}/${grace.id}`, ada);
  assert.deepEqual([first, await add(grace.id), await add(mallory.id)], [201, 429, 201]);
});

Deno.test("beyond the limit of notices a message names its members and notifies nobody, and neither does a finished book", async () => {
  await using app = await withCast({ RATE_LIMITS: "notice=2/3600" });
  const { ada, grace, unread, post } = app;
  const { id } = await post(grace, "Hello");
  await post(ada, "One for @grace");
  await post(ada, "One for @ada");
  await post(ada, "Two for @grace");
  const beyond = await post(ada, "Three for @grace", { replyTo: id });
  assert.deepEqual(beyond.mentions, [grace.id]);
  const { body: { book } } = await app.call("POST", `/books/groups/${app.group.id}/books`, ada, {
    title: "T",
    pageCount: 9,
  });
  await app.call("PUT", `/books/${book.id}/sharing`, ada, { shared: true });
  assert.equal((await app.call("PUT", `/books/${book.id}/progress`, ada, { currentPage: 9 })).status, 200);
  assert.equal((await unread(grace)).length, 2);
  await post(grace, "For @ada");
  assert.equal((await unread(ada)).length, 1);
});

Deno.test("who loses notices with a message, a membership or a group is sent how many are unread, once", async () => {
  await using app = await withCast();
  const { ada, grace, mallory, group, post, list } = app;
  using hers = await connect(app.url, grace.token);
  using theirs = await connect(app.url, mallory.token);
  await app.call("POST", `/groups/${group.id}/members`, ada, { userId: mallory.id });
  const { id } = await post(ada, "@grace and @mallory");
  await post(ada, "@grace");
  const [, mention] = (await list(grace)).notices.map(({ id }: { id: string }) => id);
  await app.call("DELETE", `/groups/${group.id}/messages/${id}`, ada);
  assert.deepEqual(await hers.next("noticesRead"), { unread: 1, ids: [mention], gone: true });
  await app.call("DELETE", `/groups/${group.id}/members/${mallory.id}`, ada);
  assert.deepEqual([(await theirs.next("noticesRead")).unread, (await theirs.next("noticesRead")).unread], [1, 0]);
  await app.call("DELETE", `/groups/${group.id}`, ada);
  assert.deepEqual(await hers.next("noticesRead"), { unread: 0, ids: [], gone: true });
  assert.deepEqual((await list(grace)).notices, []);
  const rest = [...await hers.unread(), ...await theirs.unread()];
  assert.deepEqual(rest.filter(([event]) => event === "noticesRead"), []);
});

Deno.test("at level none Grace is notified of no message, at level mentions of no finished book", async () => {
  await using app = await withCast();
  const { ada, grace, group, unread, post } = app;
  const notify = (level: string) => app.call("PUT", `/groups/${group.id}/notify`, grace, { level });
  const begin = async (title: string) => {
    const { body: { book } } = await app.call("POST", `/books/groups/${group.id}/books`, ada, { title, pageCount: 9 });
    await app.call("PUT", `/books/${book.id}/sharing`, ada, { shared: true });
    return book.id;
  };
  const read = (bookId: string, currentPage: number) =>
    app.call("PUT", `/books/${bookId}/progress`, ada, { currentPage });
  await notify("none");
  await post(ada, "For @grace");
  await notify("mentions");
  await read(await begin("S"), 9);
  assert.deepEqual(await unread(grace), []);
  await notify("all");
  const bookId = await begin("T");
  for (const page of [8, 9, 8, 9]) await read(bookId, page);
  assert.deepEqual(await unread(grace), [
    ["bookFinished", "Ada finished “T” in Group of ada", `/group/${group.id}?book=${bookId}`],
  ]);
  assert.deepEqual(await unread(ada), []);
});

Deno.test("people are notified of requests, acceptances and groups they were added to", async () => {
  await using app = await withCast();
  const { ada, grace, mallory, group, unread } = app;
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  assert.deepEqual(await unread(grace), [["friendRequest", "Ada sent you a friend request", "/dashboard?tab=friends"]]);
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  assert.deepEqual(await unread(grace), []);
  assert.deepEqual(await unread(ada), [
    ["friendAccepted", "Grace accepted your friend request", `/profile/${grace.id}`],
  ]);
  await app.call("POST", `/groups/${group.id}/members`, ada, { userId: mallory.id });
  assert.deepEqual(await unread(mallory), [["addedToGroup", "Ada added you to Group of ada", `/group/${group.id}`]]);
});

Deno.test("Mallory can neither see nor mark Grace's notices", async () => {
  await using app = await withCast();
  const { ada, grace, mallory, list, post } = app;
  await post(ada, "For @grace");
  const [{ id }] = (await list(grace)).notices;
  assert.deepEqual((await app.call("POST", "/notices/read", mallory, { ids: [id] })).body, { unread: 0 });
  assert.deepEqual(await list(mallory), { notices: [], unread: 0, hasMore: false });
  assert.deepEqual((await app.call("GET", `/notices?before=${id}`, mallory)).body.notices, []);
  assert.equal((await list(grace)).unread, 1);
});

Deno.test("a notice arrives live, and that it was read in every window of its reader, also by reading the group", async () => {
  await using app = await withCast();
  const { ada, grace, group, post } = app;
  using one = await connect(app.url, grace.token);
  using other = await connect(app.url, grace.token);
  using foreign = await connect(app.url, ada.token);
  await post(ada, "For @grace");
  const { id, text, readAt } = await one.next("notice");
  assert.deepEqual([text, readAt], ["Ada mentioned you in Group of ada", null]);
  await app.call("POST", "/notices/read", grace, { ids: [id] });
  for (const socket of [one, other]) assert.deepEqual(await socket.next("noticesRead"), { unread: 0, ids: [id] });
  await post(ada, "Again for @grace");
  assert.equal((await other.next("notice")).id, id);
  await other.next("notice");
  await one.ask("read", { groupId: group.id, seq: 2 });
  assert.equal((await other.next("noticesRead")).unread, 0);
  assert.deepEqual((await foreign.unread()).filter(([event]) => event.startsWith("notice")), []);
});

Deno.test("which notices to mark must be said", async () => {
  await using app = await withCast();
  for (const body of [{}, { all: false }, { ids: [] }, { ids: [1] }, { ids: Array(101).fill("x") }]) {
    assert.equal((await app.call("POST", "/notices/read", app.grace, body)).status, 400);
  }
});
