import assert from "node:assert/strict";
import * as accountLimits from "../../server/contract/account/limits.ts";
import { sql } from "drizzle-orm";
import { deleteAccount, sweepDeletions } from "../../server/actions/account/deletion.ts";
import { createGroup } from "../../server/actions/groups/groups.ts";
import { updateProfile } from "../../server/actions/people/profiles.ts";
import { groups, users } from "../../db/schema.ts";
import { startApp } from "../support/app.ts";
import { pngUrl } from "../media/pictures.ts";
import { codeOf, submit, visit } from "../support/requests.ts";
import { connect } from "../support/socket.ts";

const day = 24 * 3600_000;

/** Ada's group with Grace in it, and Mallory; the clock can be moved. */
async function withGroup(options: Parameters<typeof startApp>[0] = {}) {
  const time = { now: Date.UTC(2026, 10, 1) };
  const app = await startApp({ clock: () => time.now, ...options });
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  const ask = (as = ada, password = ada.password) => app.call("POST", "/users/deletion", as, { password });
  const sweep = () => sweepDeletions(app.deps, new AbortController().signal);
  const statusOf = async (as = ada) => (await app.call("GET", "/auth/me", as)).status;
  return { ...app, time, ada, grace, mallory, group, ask, sweep, statusOf };
}

Deno.test("Ada asks for the deletion of her account, has seven days to take it back, and is told by mail", async () => {
  await using app = await withGroup();
  assert.equal(codeOf(await app.ask(app.ada, "wrong")), "400 invalid_password");
  const asked = await app.ask();
  assert.deepEqual([asked.status, asked.body], [202, { deletesAt: "2026-11-08T00:00:00.000Z" }]);
  app.time.now += day;
  assert.equal((await app.ask()).body.deletesAt, "2026-11-08T00:00:00.000Z");
  const mails = (await (await fetch(`${app.url}/dev/mail.json`)).json()).map((mail: { subject: string }) =>
    mail.subject
  );
  assert.deepEqual(mails, ["Your Chapterhouse account will be deleted"]);
  app.time.now += 5 * day;
  await app.sweep();
  assert.equal(await app.statusOf(), 200);
  assert.equal((await app.call("DELETE", "/users/deletion", app.ada)).status, 200);
  app.time.now += 30 * day;
  await app.sweep();
  assert.equal((await app.call("POST", "/auth/login", null, app.ada)).status, 200);
});

Deno.test("after seven days she is gone everywhere, her messages stay without a name, and her address is free", async () => {
  await using app = await withGroup();
  const { call, group, ada, grace, mallory, deps: { db } } = app;
  await call("PUT", "/users/profile", ada, { bio: "Looms", profileImage: await pngUrl("#557766") });
  const say = async (content: string, as = ada, more = {}) =>
    (await call("POST", `/groups/${group.id}/messages`, as, { content, ...more })).body.message;
  const hers = await say("Hello from the loom");
  await say("A reply", grace, { replyTo: hers.id });
  await say("The last one");
  const { book } =
    (await call("POST", `/books/groups/${group.id}/books`, ada, { title: "Sketch", pageCount: 100 })).body;
  await call("PUT", `/books/${book.id}/progress`, ada, { currentPage: 7 });
  await call("POST", `/books/${book.id}/notes/7`, ada, { content: "Mine", pageNumber: 7, bookId: book.id });
  await call("POST", `/friends/request/${ada.id}`, mallory);
  await call("PUT", `/users/${ada.id}/block`, mallory);
  await app.ask();
  using socket = await connect(app.url, grace.token);
  await socket.join(group.id);
  app.time.now += 7 * day;
  await app.sweep();
  assert.deepEqual((await socket.next("memberRemoved")).userId, ada.id);
  assert.equal(await app.statusOf(), 401);
  assert.equal(codeOf(await call("POST", "/auth/login", null, ada)), "404 user_not_found");
  assert.equal(codeOf(await call("GET", `/users/${ada.id}`, grace)), "404 user_not_found");
  assert.deepEqual((await call("GET", "/users/search?username=ada", grace)).body, []);
  assert.equal(codeOf(await call("POST", `/friends/request/${ada.id}`, grace)), "404 user_not_found");
  assert.equal(
    codeOf(await call("POST", `/groups/${group.id}/members`, grace, { userId: ada.id })),
    "404 user_not_found",
  );
  const { messages } = (await call("GET", `/groups/${group.id}/messages`, grace)).body;
  assert.deepEqual(
    messages.map(({ username, content }: { username: string; content: string }) => `${username}: ${content}`),
    ["Deleted account: Hello from the loom", "grace: A reply", "Deleted account: The last one"],
  );
  assert.equal(messages[1].replyTo.username, "Deleted account");
  const [listed] = (await call("GET", "/groups", grace)).body.groups;
  assert.deepEqual([listed.lastMessage.username, listed.role, listed.memberCount], ["Deleted account", "creator", 1]);
  const page = await (await visit(app, `/group/${group.id}`, grace)).text();
  assert.ok(page.includes("Deleted account") && !page.includes("Ada"));
  for (const table of ["notes", "progress", "sessions", "reading_days", "blocks", "media", "friendships"]) {
    const column = { blocks: "blocked_id", media: "1", friendships: "user_a" }[table] ?? "user_id";
    const of = table === "media" ? sql`1` : sql`${sql.raw(column)} = ${ada.id}`;
    const [{ left }] = await db.q.all<{ left: number }>(
      sql`select count(*) as left from ${sql.raw(table)} where ${of}`,
    );
    assert.equal(left, 0, table);
  }
  const [row] = await db.q.select().from(users).where(sql`id = ${ada.id}`);
  assert.ok(!JSON.stringify(row).match(/ada@|Looms|Ada/) && row.deletesAt === null);
  const again = { fullname: "Ada", email: ada.email, password: "Correct-horse-1" };
  assert.equal((await call("POST", "/auth/register", null, again)).status, 201);
});

Deno.test("groups go to the longest-serving organizer, else member; one with nobody else is deleted", async () => {
  await using app = await withGroup();
  const { call, ada, grace, mallory, deps: { db } } = app;
  const alone = (await call("POST", "/groups", ada, { groupName: "Alone" })).body.group;
  await call("POST", `/groups/${app.group.id}/members`, ada, { userId: mallory.id });
  await call("PUT", `/groups/${app.group.id}/members/${mallory.id}/role`, ada, { role: "organizer" });
  await deleteAccount(app.deps, ada.id);
  const { group } = (await call("GET", `/groups/${app.group.id}`, grace)).body;
  assert.equal(group.createdBy, mallory.id);
  const [gone] = await db.q.select({ activeAt: groups.activeAt }).from(groups).where(sql`id = ${alone.id}`);
  assert.ok(gone === undefined || gone.activeAt === 0);
});

Deno.test("a deletion that was interrupted is ended by the next sweep, and twice at once does no harm", async () => {
  await using app = await withGroup();
  const { call, ada, deps } = app;
  const { book } = (await call("POST", `/books/groups/${app.group.id}/books`, ada, { title: "Sketch" })).body;
  for (let page = 1; page <= 120; page += 10) {
    await call("POST", `/books/${book.id}/notes/${page}`, ada, {
      content: `Note ${page}`,
      pageNumber: page,
      bookId: book.id,
    });
  }
  const stopped = new AbortController();
  stopped.abort();
  await deleteAccount(deps, ada.id, { stopped: stopped.signal });
  const left = async () =>
    (await deps.db.q.all<{ left: number }>(sql`select count(*) as left from notes where user_id = ${ada.id}`))[0].left;
  assert.ok(await left() > 0);
  assert.equal(await app.statusOf(), 401);
  assert.equal(codeOf(await call("POST", "/auth/login", null, ada)), "404 user_not_found");
  const [added] = (await call("GET", `/books/groups/${app.group.id}/books`, app.grace)).body.books;
  assert.equal(added.user.username, "Deleted account");
  await Promise.all([app.sweep(), app.sweep()]);
  assert.equal(await left(), 0);
  const { group } = (await call("GET", `/groups/${app.group.id}`, app.grace)).body;
  assert.deepEqual([group.createdBy, group.memberCount], [app.grace.id, 1]);
});

Deno.test("however many groups she has made, all are handed over, none to whom is deleted too", async () => {
  await using app = await withGroup();
  const { db } = app.deps;
  await db.write([
    db.q.run(
      sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${
        2 * accountLimits.deletion.groups
      }) insert into groups (id, group_name, created_by, created_at, active_at) select 'g' || i, 'G', ${app.ada.id}, 1, 1 from n`,
    ),
    db.q.run(sql`insert into members (group_id, user_id, joined_at)
      select groups.id, users.id, users.username = 'mallory' from groups, users where group_name = 'G'`),
  ]);
  await Promise.all([deleteAccount(app.deps, app.ada.id), deleteAccount(app.deps, app.grace.id)]);
  const owners = await db.q.all<{ id: string }>(sql`select distinct created_by as id from groups where active_at > 0`);
  assert.deepEqual(owners.map(({ id }) => id), [app.mallory.id]);
  const inGroups = await db.q.all<{ id: string }>(sql`select distinct user_id as id from members`);
  assert.deepEqual(inGroups.map(({ id }) => id), [app.mallory.id]);
});

Deno.test("one account that cannot be deleted stops the deletion of no other, however many there are", async () => {
  await using app = await withGroup();
  const { db } = app.deps;
  await app.ask();
  const many = Array.from({ length: 25 }, (_, n) => `Due${n}`);
  for (const name of many) await app.ask(await app.person(name));
  await db.write([db.q.run(sql.raw(
    `create trigger broken before update on users when old.id = '${app.ada.id}' begin select raise(abort, 'broken'); end`,
  ))]);
  app.time.now += 7 * day;
  await app.sweep();
  const left = async () => await db.q.$count(users, sql`deletes_at is not null`);
  assert.equal(await left(), 1);
  assert.ok(app.log.some((line) => line.includes("account could not be deleted") && line.includes(app.ada.id)));
  await db.write([db.q.run(sql`drop trigger broken`)]);
  await app.sweep();
  assert.equal(await left(), 0);
});

Deno.test("an account that is kept while it is swept loses nothing", async () => {
  await using app = await withGroup();
  await app.ask();
  app.time.now += 8 * day;
  // The sweep has listed it, and comes to it later.
  assert.equal((await app.call("DELETE", "/users/deletion", app.ada)).status, 200);
  await deleteAccount(app.deps, app.ada.id, { onlyIfDue: true });
  assert.equal(await app.statusOf(), 200);
  const { group } = (await app.call("GET", `/groups/${app.group.id}`, app.ada)).body;
  assert.deepEqual([group.role, group.memberCount], ["creator", 2]);
});

Deno.test("of two who delete an account at once one does, and its owner is told once", async () => {
  await using app = await withGroup();
  await Promise.all([deleteAccount(app.deps, app.ada.id), deleteAccount(app.deps, app.ada.id)]);
  const mails = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.equal(mails.filter(({ subject }: { subject: string }) => subject.endsWith("is deleted")).length, 1);
});

Deno.test("an account without a password is deleted by who has just signed in, and by nobody else", async () => {
  await using app = await withGroup();
  await app.deps.db.write([app.deps.db.q.update(users).set({ passwordHash: "" }).where(sql`id = ${app.ada.id}`)]);
  assert.equal((await app.ask(app.ada, "")).status, 202);
  await app.call("DELETE", "/users/deletion", app.ada);
  app.time.now += 3600_000;
  assert.equal(codeOf(await app.ask(app.ada, "")), "403 password_needed");
});

Deno.test("wrong passwords for a deletion count as failed logins", async () => {
  await using app = await withGroup({ env: { RATE_LIMITS: "on" } });
  for (let n = 0; n < 10; n++) assert.equal((await app.ask(app.ada, `wrong-${n}`)).status, 400);
  assert.equal((await app.ask()).status, 429);
});

Deno.test("without script Ada asks for it, sees the day, and keeps her account", async () => {
  await using app = await withGroup();
  const html = async () => await (await visit(app, "/account?tab=data", app.ada)).text();
  assert.ok((await html()).includes("What stays: your messages"));
  const wrong = await submit(app, "/account/deletion", app.ada, { password: "wrong" });
  assert.ok(wrong.status === 400 && (await wrong.text()).includes("Invalid password"));
  await submit(app, "/account/deletion", app.ada, { password: app.ada.password });
  assert.ok((await html()).includes("Your account will be deleted on"));
  await submit(app, "/account/deletion/cancel", app.ada, {});
  assert.ok(!(await html()).includes("Your account will be deleted on"));
});

Deno.test("who changes their profile and makes a group while the account is deleted leaves nothing behind", async () => {
  await using app = await withGroup();
  const { ada, deps } = app;
  const image = await pngUrl("#557766");
  await Promise.allSettled([
    updateProfile.run!({ deps, user: ada } as never, { fullName: "Ada", bio: "Looms", profileImage: image }),
    createGroup.run!({ deps, user: ada } as never, { groupName: "Late", image }),
    deleteAccount(deps, ada.id),
  ]);
  const [{ fullName, bio, profileImage }] = await deps.db.q.select().from(users).where(sql`id = ${ada.id}`);
  assert.deepEqual([fullName, bio, profileImage], [null, null, null]);
  const live = sql`created_by = ${ada.id} and active_at > 0`;
  assert.equal((await deps.db.q.select({ id: groups.id }).from(groups).where(live)).length, 0);
});
