import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { books } from "../../../db/schema.ts";
import { sweepRemovedBooks } from "../../../server/actions/books/removal.ts";
import { exportOverview } from "../../../server/actions/reading/overview.ts";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { overview } from "../../../server/contract/reading/limits.ts";
import { startApp } from "../../support/app.ts";
import { connect } from "../../support/socket.ts";

const plan = { startsAt: "2026-03-01", targetAt: "2026-03-31", days: [1, 3] };

async function withGroup({ clock, env }: { clock?: () => number; env?: Record<string, string> } = {}) {
  const app = await startApp({ clock, env });
  const [ada, grace, nora] = [await app.person("Ada"), await app.person("Grace"), await app.person("Nora")];
  const group = await app.group(ada, grace, nora);
  const set = (settings: object) => app.call("PUT", `/groups/${group.id}/settings`, ada, settings);
  const add = async (title: string) =>
    (await app.call("POST", `/books/groups/${group.id}/books`, ada, { title })).body.book.id as string;
  const changes = async () => (await app.call("GET", `/groups/${group.id}/books/changes`, ada)).body.changes;
  const undo = (id: string) => app.call("POST", `/groups/${group.id}/changes/${id}/undo`, ada);
  return { app, ada, grace, nora, group, set, add, changes, undo, [Symbol.asyncDispose]: app[Symbol.asyncDispose] };
}

Deno.test("what members have changed an organizer undoes, and the undoing as well", async () => {
  await using scene = await withGroup();
  const { app, grace, add, changes, undo } = scene;
  const bookId = await add("Emma");
  const planned = async () => (await app.call("GET", `/books/${bookId}/plan`, grace)).body.plan?.targetAt.slice(0, 10);
  await app.call("PUT", `/books/${bookId}/plan`, grace, plan);
  await app.call("PUT", `/books/${bookId}/plan`, grace, { ...plan, targetAt: "2026-05-01" });
  const [latest] = await changes();
  assert.deepEqual([latest.kind, latest.by, latest.title], ["plan", "Grace", "Emma"]);
  await undo(latest.id);
  assert.equal(await planned(), "2026-03-31");
  await undo((await changes())[0].id);
  assert.equal(await planned(), "2026-05-01");
  await undo((await changes()).at(-1).id);
  assert.equal(await planned(), undefined, "there was none at first");
  assert.equal((await changes()).at(-1).undoneAt, (await changes())[0].createdAt);
  await app.call("PUT", `/books/${bookId}/chapters`, grace, [{ title: "One", page: 1 }]);
  await undo((await changes())[0].id);
  assert.deepEqual((await app.call("GET", `/books/${bookId}/chapters`, grace)).body, []);
});

Deno.test("a book that was removed comes back by its change, for windows that are open too", async () => {
  await using scene = await withGroup();
  const { app, ada, grace, group, add, changes, undo } = scene;
  const bookId = await add("Emma");
  const titles = async () =>
    (await app.call("GET", `/books/groups/${group.id}/books`, grace)).body.books.map(({ title }: { title: string }) =>
      title
    );
  using socket = await connect(app.url, grace.token);
  await socket.join(group.id);
  assert.equal((await app.call("DELETE", `/books/${bookId}`, grace)).body.code, "organizers_only");
  assert.equal((await app.call("DELETE", `/books/${bookId}`, ada)).status, 200);
  assert.deepEqual(await titles(), []);
  assert.deepEqual(await socket.next("bookRemoved"), { groupId: group.id, bookId });
  const [removed] = await changes();
  assert.equal(removed.kind, "removed");
  await undo(removed.id);
  assert.deepEqual([await titles(), (await socket.next("bookAdded")).title], [["Emma"], "Emma"]);
  const [restored] = await changes();
  assert.equal(restored.kind, "restored");
  const undone = (await changes()).map(({ undoneAt }: { undoneAt?: string }) => undoneAt);
  assert.deepEqual(undone, [undefined, restored.createdAt], "it is offered once");
  await undo(restored.id);
  assert.deepEqual(await titles(), []);
  assert.equal((await app.call("POST", `/books/${bookId}/restore`, ada)).body.book.title, "Emma");
});

Deno.test("what was undone already, or is too old, or has no room is not undone, and says why", async () => {
  await using scene = await withGroup();
  const { app, ada, grace, add, changes, undo } = scene;
  const { db, clock } = app.deps;
  const bookId = await add("Emma");
  await app.call("PUT", `/books/${bookId}/chapters`, grace, [{ title: "One", page: 1 }]);
  await app.call("PUT", `/books/${bookId}/chapters`, grace, []);
  const [emptied, typed] = await changes();
  assert.deepEqual([emptied.chapters, typed.chapters], [1, 0]);
  await app.call("DELETE", `/books/${bookId}`, ada);
  const [removed] = await changes();
  await db.write([db.q.update(books).set({ removedAt: clock() - booksLimits.book.restorableFor })]);
  const code = async (id: string) => {
    const { status, body } = await undo(id);
    return `${status} ${body.code}`;
  };
  assert.equal(await code(removed.id), "404 book_not_found");
  await db.write([db.q.update(books).set({ removedAt: clock() })]);
  assert.equal((await undo(removed.id)).status, 200);
  assert.equal(await code(removed.id), "409 already_undone");
  await app.call("DELETE", `/books/${bookId}`, ada);
  assert.equal(await code(removed.id), "409 already_undone", "it is another removal");
  await undo((await changes())[0].id);
  await app.call("PUT", `/books/${bookId}/plan`, grace, plan);
  const [planned] = await changes();
  const atOnce = await Promise.all([code(planned.id), code(planned.id)]);
  assert.deepEqual(atOnce.sort(), ["200 undefined", "409 already_undone"]);
  await db.write([db.q.run(sql`update account_storage set bytes = ${app.deps.config.accountQuota}`)]);
  assert.equal(await code(emptied.id), "413 account_full");
});

Deno.test("when a removed book is deleted after thirty days, open windows are told once that its messages have changed", async () => {
  await using scene = await withGroup();
  const { app, ada, grace, group, add } = scene;
  const { db, clock } = app.deps;
  const bookId = await add("Emma");
  const anchor = { bookId, page: 90 };
  for (const content of ["One", "Two"]) {
    await app.call("POST", `/groups/${group.id}/messages`, ada, { content, anchor });
  }
  await app.call("DELETE", `/books/${bookId}`, ada);
  await db.write([db.q.update(books).set({ removedAt: clock() - booksLimits.book.restorableFor - 1 })]);
  using socket = await connect(app.url, grace.token);
  await socket.join(group.id);
  await sweepRemovedBooks(app.deps, new AbortController().signal);
  assert.deepEqual(await socket.next("changesDelayed"), { groupId: group.id, revs: [4] });
  const { body } = await app.call("GET", `/groups/${group.id}/changes?after=2`, grace);
  assert.deepEqual(body.messages.map(({ content }: { content: string }) => content), ["One", "Two"]);
});

Deno.test("an organizer's @everyone notifies all members, and a member's nobody", async () => {
  await using scene = await withGroup();
  const { app, ada, grace, nora, group, set } = scene;
  await set({ everyone: true });
  const mentioned = async (person: typeof ada) =>
    (await app.call("GET", "/notices", person)).body.notices.filter(({ kind }: { kind: string }) => kind === "mention")
      .length;
  const post = (person: typeof ada, content: string) =>
    app.call("POST", `/groups/${group.id}/messages`, person, { content });
  const { body: { message } } = await post(ada, "Chapter 3, @everyone");
  await post(grace, "@everyone, me too");
  assert.deepEqual(await Promise.all([ada, grace, nora].map(mentioned)), [0, 1, 1]);
  await app.call("PUT", `/groups/${group.id}/messages/${message.id}`, ada, { content: "Chapter 3" });
  assert.deepEqual(await Promise.all([ada, grace, nora].map(mentioned)), [0, 0, 0]);
  assert.deepEqual(message.mentions.sort(), [grace.id, nora.id].sort());
});

Deno.test("the overview as CSV has a row for each member who agreed, and no formula", async () => {
  await using scene = await withGroup();
  const { app, ada, grace, group, set, add } = scene;
  const bookId = await add("=HYPERLINK(1)");
  await set({ overview: true });
  await app.call("PUT", `/groups/${group.id}/overview/agreement`, grace, { shared: true });
  await app.call("PUT", `/books/${bookId}/progress`, grace, { currentPage: 50 });
  const headers = { Cookie: `chapterhouse_session=${ada.token}` };
  const response = await fetch(`${app.url}/group/${group.id}/overview.csv`, { headers });
  assert.match(response.headers.get("Content-Disposition")!, /overview\.csv/);
  const [header, row, ...more] = (await response.text()).split("\n");
  assert.match(header, /^Member,Username,'=HYPERLINK\(1\) \(%\),/);
  assert.match(row, /^Grace,grace,50,\d{4}-\d\d-\d\d,0 of 0$/);
  assert.deepEqual(more, [""]);
});

Deno.test("all pages of the CSV have the books of the first, however the shelf changes meanwhile", async () => {
  await using scene = await withGroup();
  const { app, ada, group, set, add } = scene;
  const { db } = app.deps;
  const bookId = await add("Emma");
  await set({ overview: true });
  const names = JSON.stringify(Array.from({ length: overview.page + 1 }, (_, n) => `r${1000 + n}`));
  await db.write([
    db.q.run(sql`insert into users (id, username, password_hash, created_at)
      select value, value, '', 1 from json_each(${names})`),
    db.q.run(sql`insert into members (group_id, user_id, joined_at, overview_since)
      select ${group.id}, value, 1, 1 from json_each(${names})`),
    db.q.run(sql`insert into progress (book_id, user_id, current_page, read_at, position)
      select ${bookId}, value, 50, 1, 500000000 from json_each(${names})`),
  ]);
  const parts = await exportOverview(app.deps, ada, group.id);
  const read = async () => (await parts.next()).value?.split("\n")[0];
  assert.match((await read())!, /^Member,Username,Emma /);
  assert.equal(await read(), "r1000,r1000,50,1970-01-01,0 of 0");
  await add("Persuasion");
  await app.call("DELETE", `/books/${bookId}`, ada);
  assert.equal(await read(), "r1100,r1100,50,1970-01-01,0 of 0");
  assert.equal(await read(), undefined);
});

Deno.test("members who have not answered are reminded once a day, with a way to the question, and no more once they answer", async () => {
  let now = Date.now();
  await using scene = await withGroup({ clock: () => now });
  const { app, ada, grace, nora, group, set } = scene;
  const remind = async (as = ada) => {
    const { status, body } = await app.call("POST", `/groups/${group.id}/overview/reminder`, as);
    return body.reminded ?? `${status} ${body.code}`;
  };
  const reminders = async (as = grace) =>
    (await app.call("GET", "/notices", as)).body.notices.filter(({ kind }: { kind: string }) =>
      kind === "overviewAsked"
    );
  assert.equal(await remind(), "400 no_overview", "it is off");
  await set({ overview: true });
  assert.equal(await remind(grace), "403 organizers_only");
  const both = await Promise.all([remind(), remind()]);
  assert.deepEqual(both.map(String).sort(), ["2", "409 nobody_to_remind"]);
  const [{ text, url }] = await reminders();
  assert.match(text, /^Ada asks for your answer: may the organizers of .+ see how far you have read\?$/);
  assert.equal(url, `/group/${group.id}/about`);
  now += 23 * 3600_000;
  assert.equal(await remind(), "409 nobody_to_remind");
  await app.call("PUT", `/groups/${group.id}/overview/agreement`, grace, { shared: false });
  assert.deepEqual([(await reminders()).length, (await reminders(nora)).length], [0, 1]);
  now += 2 * 3600_000;
  assert.equal(await remind(), 1);
  assert.deepEqual([(await reminders()).length, (await reminders(nora)).length], [0, 1]);
});

Deno.test("a member who leaves and comes back is not reminded twice within a day", async () => {
  await using scene = await withGroup({ env: { RATE_LIMITS: "on" } });
  const { app, ada, grace, group, set } = scene;
  await set({ overview: true });
  const remind = () => app.call("POST", `/groups/${group.id}/overview/reminder`, ada);
  assert.equal((await remind()).body.reminded, 2);
  await app.call("DELETE", `/groups/${group.id}/members/${grace.id}`, grace);
  await app.call("POST", `/groups/${group.id}/members`, ada, { userId: grace.id });
  assert.equal((await remind()).body.code, "nobody_to_remind");
});

Deno.test("reminders count towards their sender's limit of notices, beyond which nobody is counted as reminded", async () => {
  await using scene = await withGroup({ env: { RATE_LIMITS: "notice=1/3600" } });
  await scene.set({ overview: true });
  for (const again of [false, true]) {
    const { status } = await scene.app.call("POST", `/groups/${scene.group.id}/overview/reminder`, scene.ada);
    assert.equal(status, 429, `again: ${again}`);
  }
});

Deno.test("reminding members a second time uses up none of the sender's notices", async () => {
  await using scene = await withGroup({ env: { RATE_LIMITS: "notice=3/3600" } });
  const { app, ada, grace, group, set } = scene;
  await set({ overview: true });
  const remind = async () => (await app.call("POST", `/groups/${group.id}/overview/reminder`, ada)).body;
  assert.equal((await remind()).reminded, 2);
  for (let n = 0; n < 2; n++) assert.equal((await remind()).code, "nobody_to_remind");
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Hello @grace" });
  const { notices } = (await app.call("GET", "/notices", grace)).body;
  assert.ok(notices.some(({ kind }: { kind: string }) => kind === "mention"));
});
