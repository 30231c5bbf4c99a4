import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { groups, users } from "../../../db/schema.ts";
import { deleteAccount, sweepDeletions } from "../../../server/actions/account/deletion.ts";
import { createGroup } from "../../../server/actions/groups/groups.ts";
import { updateProfile } from "../../../server/actions/people/profiles.ts";
import * as accountLimits from "../../../server/contract/account/limits.ts";
import { pngUrl } from "../../media/pictures.ts";
import { mailsOf, run, startReading, subjectsOf } from "../../support/cast.ts";
import { codeOf, visit } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";
import { inScene } from "../../support/in_scene.ts";

const day = 24 * 3600_000;

/** The cast, a book, and a clock that can be moved. */
async function withGroup() {
  const time = { now: Date.UTC(2026, 10, 1) };
  const app = await startReading({ clock: () => time.now });
  const ask = (as = app.ada, password = as.password) => app.call("POST", "/users/deletion", as, { password });
  const sweep = () => sweepDeletions(app.deps, new AbortController().signal);
  const statusOf = async () => (await app.call("GET", "/auth/me", app.ada)).status;
  const count = async (what: string) =>
    (await app.deps.db.q.all<{ count: number }>(`select count(*) as count from ${what}`))[0].count;
  return { ...app, time, ask, sweep, statusOf, count };
}

const test = inScene(withGroup);

test("Ada asks for the deletion of her account, has seven days to take it back, and is told by mail", async (app) => {
  assert.equal(codeOf(await app.ask(app.ada, "wrong")), "400 invalid_password");
  const asked = await app.ask();
  assert.deepEqual([asked.status, asked.body], [202, { deletesAt: "2026-11-08T00:00:00.000Z" }]);
  app.time.now += day;
  assert.equal((await app.ask()).body.deletesAt, "2026-11-08T00:00:00.000Z");
  assert.deepEqual(await subjectsOf(app), ["Your Chapterhouse account will be deleted"]);
  app.time.now += 5 * day;
  await app.sweep();
  assert.equal(await app.statusOf(), 200);
  assert.equal((await app.call("DELETE", "/users/deletion", app.ada)).status, 200);
  app.time.now += 30 * day;
  await app.sweep();
  assert.equal((await app.call("POST", "/auth/login", null, app.ada)).status, 200);
});

test("after seven days she is gone everywhere, her group is Grace's, her messages stay without a name, and her address is free", async (app) => {
  const { call, here, ada, grace, mallory, deps: { db } } = app;
  await call("PUT", "/users/profile", ada, { bio: "Looms", profileImage: await pngUrl("#557766") });
  const hers = await app.post(ada, "Hello from the loom");
  await app.post(grace, "A reply", { replyTo: hers.id });
  await app.post(ada, "The last one");
  await app.turn(ada, 7);
  await call("POST", `${app.path}/notes/7`, ada, { content: "Mine", pageNumber: 7, bookId: app.bookId });
  await call("POST", `/friends/request/${ada.id}`, mallory);
  await call("PUT", `/users/${ada.id}/block`, mallory);
  await app.ask();
  using socket = await connect(app.url, grace.token);
  await socket.join(app.circle.id);
  app.time.now += 7 * day;
  await app.sweep();
  assert.deepEqual((await socket.next("memberRemoved")).userId, ada.id);
  assert.equal(await app.statusOf(), 401);
  assert.deepEqual((await call("GET", "/users/search?username=ada", grace)).body, []);
  const gone = [
    await call("POST", "/auth/login", null, ada),
    await call("GET", `/users/${ada.id}`, grace),
    await call("POST", `/friends/request/${ada.id}`, grace),
    await call("POST", `${here}/members`, grace, { userId: ada.id }),
  ];
  assert.deepEqual(gone.map(codeOf), Array(4).fill("404 user_not_found"));
  const messages = await app.messages(grace);
  assert.deepEqual(
    messages.map(({ username, content }) => `${username}: ${content}`),
    ["Deleted account: Hello from the loom", "grace: A reply", "Deleted account: The last one"],
  );
  assert.equal(messages[1].replyTo!.username, "Deleted account");
  const [listed] = (await call("GET", "/groups", grace)).body.groups;
  assert.deepEqual([listed.lastMessage.username, listed.role, listed.memberCount], ["Deleted account", "creator", 1]);
  const page = await (await visit(app, `/group/${app.circle.id}`, grace)).text();
  assert.ok(page.includes("Deleted account") && !page.includes("Ada"));
  const columns = { notes: "user_id", progress: "user_id", sessions: "user_id", blocks: "blocked_id" };
  for (const [table, column] of Object.entries({ ...columns, reading_days: "user_id", friendships: "user_a" })) {
    assert.equal(await app.count(`${table} where ${column} = '${ada.id}'`), 0, table);
  }
  assert.equal(await app.count("media"), 0);
  const [row] = await db.q.select().from(users).where(sql`id = ${ada.id}`);
  assert.ok(!JSON.stringify(row).match(/ada@|Looms|Ada/) && row.deletesAt === null);
  const again = { fullname: "Ada", email: ada.email, password: "Correct-horse-1" };
  assert.equal((await call("POST", "/auth/register", null, again)).status, 201);
});

test("a deletion that was interrupted is ended by the next sweep, and twice at once does no harm and is told of once", async (app) => {
  const { call, ada, deps } = app;
  for (let page = 1; page <= 120; page += 10) {
    const note = { content: `Note ${page}`, pageNumber: page, bookId: app.bookId };
    await call("POST", `${app.path}/notes/${page}`, ada, note);
  }
  const stopped = new AbortController();
  stopped.abort();
  await deleteAccount(deps, ada.id, { stopped: stopped.signal });
  const left = () => app.count(`notes where user_id = '${ada.id}'`);
  assert.ok(await left() > 0);
  assert.equal(await app.statusOf(), 401);
  assert.equal(codeOf(await call("POST", "/auth/login", null, ada)), "404 user_not_found");
  assert.equal((await app.list(app.grace))[0].user.username, "Deleted account");
  await Promise.all([app.sweep(), app.sweep(), deleteAccount(deps, ada.id)]);
  assert.equal(await left(), 0);
  const { group } = (await call("GET", app.here, app.grace)).body;
  assert.deepEqual([group.createdBy, group.memberCount], [app.grace.id, 1]);
  const subjects = (await mailsOf(app)).filter(({ subject }) => subject.endsWith("is deleted"));
  assert.equal(subjects.length, 1);
});

test("however many groups she has made, all are handed over, and none to somebody whose account is deleted too", async (app) => {
  const count = 2 * accountLimits.deletion.groups;
  await run(
    app,
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into groups (id, group_name, created_by, created_at, active_at)
      select 'g' || i, 'G', '${app.ada.id}', 1, 1 from n`,
  );
  await run(
    app,
    `insert into members (group_id, user_id, joined_at)
      select groups.id, users.id, users.username = 'mallory' from groups, users where group_name = 'G'`,
  );
  await Promise.all([app.ada, app.grace].map(({ id }) => deleteAccount(app.deps, id)));
  const { db } = app.deps;
  const owners = await db.q.all(`select distinct created_by as id from groups where active_at > 0`);
  assert.deepEqual(owners, [{ id: app.mallory.id }]);
  assert.deepEqual(await db.q.all(`select distinct user_id as id from members`), [{ id: app.mallory.id }]);
});

test("one account that cannot be deleted stops the deletion of no other, however many there are", async (app) => {
  await app.ask();
  for (let n = 0; n < 25; n++) await app.ask(await app.person(`Due${n}`));
  await run(
    app,
    `create trigger broken before update on users when old.id = '${app.ada.id}' begin select raise(abort, 'no'); end`,
  );
  app.time.now += 7 * day;
  await app.sweep();
  const left = () => app.count("users where deletes_at is not null");
  assert.equal(await left(), 1);
  assert.ok(app.log.some((line) => line.includes("account could not be deleted") && line.includes(app.ada.id)));
  await run(app, "drop trigger broken");
  await app.sweep();
  assert.equal(await left(), 0);
});

test("an account that is kept while it is swept loses nothing", async (app) => {
  await app.ask();
  app.time.now += 8 * day;
  // The sweep has listed it, and comes to it later.
  assert.equal((await app.call("DELETE", "/users/deletion", app.ada)).status, 200);
  await deleteAccount(app.deps, app.ada.id, { onlyIfDue: true });
  assert.equal(await app.statusOf(), 200);
  const { group } = (await app.call("GET", app.here, app.ada)).body;
  assert.deepEqual([group.role, group.memberCount], ["creator", 2]);
});

test("an account without a password is deleted in a session that has just begun, and in no older one", async (app) => {
  await run(app, "update users set password_hash = ''");
  assert.equal((await app.ask(app.ada, "")).status, 202);
  await app.call("DELETE", "/users/deletion", app.ada);
  app.time.now += 3600_000;
  assert.equal(codeOf(await app.ask(app.ada, "")), "403 password_needed");
});

test("a profile that is changed and a group that is made while the account is deleted leave nothing behind", async (app) => {
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
