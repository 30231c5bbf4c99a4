import assert from "node:assert/strict";
import { shelfPaths } from "../../server/contract/books/shelf_paths.ts";
import type { Person } from "../support/app.ts";
import { startReading } from "../support/cast.ts";
import { connect } from "../support/socket.ts";
import { inScene } from "../support/in_scene.ts";

/** The cast with a book; nobody has a notice. */
async function withNotices(env: Record<string, string> = {}) {
  const app = await startReading({ env }, { title: "T", pageCount: 9 });
  const { call, ada, grace, here, circle } = app;
  const markRead = (as: Person, which: object = { all: true }) => call("POST", "/notices/read", as, which);
  await markRead(grace);
  const list = async (of: Person) => (await call("GET", "/notices", of)).body;
  return {
    ...app,
    /** The address of the group's page. */
    page: `/group/${circle.id}`,
    markRead,
    list,
    /** The unread ones, without times and ids. */
    unread: async (of: Person): Promise<[kind: string, text: string, url: string][]> =>
      (await list(of)).notices.filter(({ readAt }: { readAt: string | null }) => readAt === null)
        .map(({ kind, text, url }: { kind: string; text: string; url: string }) => [kind, text, url]),
    notify: (level: string) => call("PUT", `${here}/notify`, grace, { level }),
    add: (one: Person) => call("POST", `${here}/members`, ada, { userId: one.id }),
    remove: (one: Person) => call("DELETE", `${here}/members/${one.id}`, ada),
  };
}

const test = inScene(withNotices);

test("Grace is notified that Ada mentioned her, and Ada that Grace replied, once each, and nobody of themselves or outside", async (app) => {
  const { ada, grace, mallory, unread, post, page } = app;
  const { id } = await post(ada, "Hello @grace and @ada and @mallory");
  await post(grace, "Hello, @ada", { replyTo: id });
  await post(ada, "I, @ada", { replyTo: id });
  assert.deepEqual(await unread(grace), [["mention", "Ada mentioned you in Group of ada", `${page}?message=1`]]);
  assert.deepEqual(await unread(ada), [["reply", "Grace replied to you in Group of ada", `${page}?message=2`]]);
  assert.deepEqual(await unread(mallory), []);
});

test("people are notified of requests, acceptances and groups they were added to", async (app) => {
  const { call, ada, grace, mallory, unread, page } = app;
  await call("POST", `/friends/request/${grace.id}`, ada);
  assert.deepEqual(await unread(grace), [["friendRequest", "Ada sent you a friend request", "/dashboard?tab=friends"]]);
  await call("POST", `/friends/request/${ada.id}`, grace);
  assert.deepEqual(await unread(grace), []);
  const accepted = ["friendAccepted", "Grace accepted your friend request", `/profile/${grace.id}`];
  assert.deepEqual(await unread(ada), [accepted]);
  await app.add(mallory);
  assert.deepEqual(await unread(mallory), [["addedToGroup", "Ada added you to Group of ada", page]]);
});

Deno.test("an edit notifies people whom the message did not mention before, counts only those, and withdraws others' notices", async () => {
  await using app = await withNotices({ RATE_LIMITS: "notice=3/3600" });
  const { ada, grace, unread } = app;
  const { id } = await app.post(ada, "Hello");
  const steps = [["Hello @grace", 1], ["Hello, @grace", 1], ["Hello", 0], ["Hello again @grace", 1]] as const;
  for (const [content, count] of steps) {
    await app.call("PUT", `${app.here}/messages/${id}`, ada, { content });
    assert.equal((await unread(grace)).length, count, content);
  }
});

Deno.test("beyond the limit of notices a message names its members and notifies nobody, and neither does a finished book", async () => {
  await using app = await withNotices({ RATE_LIMITS: "notice=3/3600" });
  const { ada, grace, unread, post } = app;
  const { id } = await post(grace, "Hello");
  for (const content of ["One for @grace", "One for @ada", "Two for @grace"]) await post(ada, content);
  const beyond = await post(ada, "Three for @grace", { replyTo: id });
  assert.deepEqual(beyond.mentions, [grace.id]);
  await app.share(ada);
  assert.equal((await app.turn(ada, 9)).status, 200);
  assert.equal((await unread(grace)).length, 2);
  await post(grace, "For @ada");
  assert.equal((await unread(ada)).length, 1);
});

test("at level none Grace is notified of no message, at level mentions of no finished book", async (app) => {
  const { call, ada, grace, unread, page } = app;
  await app.notify("none");
  await app.post(ada, "For @grace");
  await app.notify("mentions");
  await app.share(ada);
  await app.turn(ada, 9);
  assert.deepEqual(await unread(grace), []);
  await app.notify("all");
  const { id } = (await call("POST", app.shelf, ada, { title: "U", pageCount: 9 })).body.book;
  await call("PUT", `/books/${id}/sharing`, ada, { shared: true });
  for (const currentPage of [8, 9, 8, 9]) await call("PUT", `/books/${id}/progress`, ada, { currentPage });
  const finished = ["bookFinished", "Ada finished “U” in Group of ada", `${page}/books/${id}/end`];
  const added = ["bookAdded", "Ada added “U” to Group of ada", shelfPaths.at(app.circle.id, id)];
  assert.deepEqual([await unread(grace), await unread(ada)], [[finished, added], []]);
});

test("books that are added before Grace has read of one are one notice, which counts them", async (app) => {
  const { call, ada, grace, unread } = app;
  const suggest = async (title: string) =>
    (await call("POST", app.shelf, ada, { title, state: "suggested" })).body.book.id as string;
  for (const title of ["U", "V"]) await suggest(title);
  const last = shelfPaths.at(app.circle.id, await suggest("W"));
  assert.deepEqual(await unread(grace), [["bookAdded", "3 books were added or suggested in Group of ada", last]]);
  assert.deepEqual(await unread(ada), []);
});

test("people who lose notices with a message, a membership or a group are sent how many are unread, once", async (app) => {
  const { ada, grace, mallory, post } = app;
  using hers = await connect(app.url, grace.token);
  using theirs = await connect(app.url, mallory.token);
  await app.add(mallory);
  const { id } = await post(ada, "@grace and @mallory");
  await post(ada, "@grace");
  const [, mention] = (await app.list(grace)).notices.map(({ id }: { id: string }) => id);
  await app.call("DELETE", `${app.here}/messages/${id}`, ada);
  assert.deepEqual(await hers.next("noticesRead"), { unread: 1, ids: [mention], gone: true });
  await app.remove(mallory);
  assert.deepEqual([(await theirs.next("noticesRead")).unread, (await theirs.next("noticesRead")).unread], [1, 0]);
  await app.call("DELETE", app.here, ada);
  assert.deepEqual(await hers.next("noticesRead"), { unread: 0, ids: [], gone: true });
  assert.deepEqual((await app.list(grace)).notices, []);
  const rest = [...await hers.unread(), ...await theirs.unread()];
  assert.deepEqual(rest.filter(([event]) => event === "noticesRead"), []);
});

test("a notice arrives live, and that it was read in every window of its reader, also by reading the group; Mallory neither sees nor marks it", async (app) => {
  const { call, ada, grace, mallory, post } = app;
  using one = await connect(app.url, grace.token);
  using other = await connect(app.url, grace.token);
  using foreign = await connect(app.url, ada.token);
  await post(ada, "For @grace");
  const { id, text, readAt } = await one.next("notice");
  assert.deepEqual([text, readAt], ["Ada mentioned you in Group of ada", null]);
  assert.deepEqual((await app.markRead(mallory, { ids: [id] })).body, { unread: 0 });
  assert.deepEqual((await call("GET", `/notices?before=${id}`, mallory)).body.notices, []);
  for (const which of [{}, { all: false }, { ids: [] }, { ids: [1] }, { ids: Array(101).fill("x") }]) {
    assert.equal((await app.markRead(grace, which)).status, 400);
  }
  assert.equal((await app.list(grace)).unread, 1);
  await app.markRead(grace, { ids: [id] });
  for (const socket of [one, other]) assert.deepEqual(await socket.next("noticesRead"), { unread: 0, ids: [id] });
  await post(ada, "Again for @grace");
  assert.equal((await other.next("notice")).id, id);
  await other.next("notice");
  await one.ask("read", { groupId: app.circle.id, seq: 2 });
  assert.equal((await other.next("noticesRead")).unread, 0);
  assert.deepEqual((await foreign.unread()).filter(([event]) => event.startsWith("notice")), []);
});
