import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { eq, sql } from "drizzle-orm";
import { insertSessionOf } from "../../../db/account/sessions.ts";
import type { Db } from "../../../db/engine/client.ts";
import { closeAccount, deleteBatchOfPerson, emptiedColumns } from "../../../db/account/deletion.ts";
import { findGroup, insertGroup } from "../../../db/groups/groups.ts";
import { findPicture, updateProfile } from "../../../db/people/users.ts";
import { insertPasskey } from "../../../db/account/credentials.ts";
import { notices, users } from "../../../db/schema.ts";
import { saveSecret } from "../../../db/account/two_step.ts";
import { test } from "../../support/db.ts";

const email = "ada@example.org";
const mail = { id: "m", recipient: email, subject: "", text: "", html: "", createdAt: 5, dueAt: null };
const closeAdas = (db: Db) => closeAccount(db, "ada", { now: 5, email, mail, onlyIfDue: false });

const picture = { url: "/media/abc", hash: "abc", sizes: [{ size: 64, bytes: new Uint8Array([1]) }] };

/** What still names a deleted account: messages, files and their size, reports about it, its number in the search. */
const stays = ["messages", "files", "reports", "user_numbers", "account_storage"].map((table) => `${table}.user_id`);

test("nothing that names somebody is stored of a deleted account, in whichever table", async ({ db }) => {
  await closeAdas(db);
  const columns = await db.q.all<{ owner: string; owned: string }>(sql`
    select tables.name as owned, keys."from" as owner
    from sqlite_schema tables, pragma_foreign_key_list(tables.name) keys
    where tables.type = 'table' and keys."table" = 'users'`);
  assert.ok(columns.length > 30);
  for (const { owned, owner } of columns.filter(({ owned, owner }) => !stays.includes(`${owned}.${owner}`))) {
    const [{ rowsAffected }] = await db.write([
      db.q.run(sql`insert into ${sql.raw(owned)} (${sql.raw(owner)}) values ('ada')`),
    ]).catch((error) => assert.fail(`${owned}.${owner}: ${error.message}`));
    assert.equal(rowsAffected, 0, `${owned}.${owner}`);
  }
});

/** What is removed by other means. */
const otherwise = {
  "members.user_id": "`leaveGroups`",
  "groups.created_by": "`handOverGroups`",
  ...Object.fromEntries(
    ["passkeys", "totps", "recovery_codes", "identities"].map((table) => [`${table}.user_id`, "`deleteCredentials`"]),
  ),
  "reports.reporter_id": "`closeAccount`",
  "timers.started_by": "over within hours, and one a group",
};

test("every column that names somebody is emptied of a deleted account", async ({ db }) => {
  const columns = await db.q.all<{ name: string }>(sql`
    select tables.name || '.' || keys."from" as name
    from sqlite_schema tables, pragma_foreign_key_list(tables.name) keys
    where tables.type = 'table' and keys."table" = 'users'`);
  const known = [...stays, ...emptiedColumns, ...Object.keys(otherwise)];
  assert.deepEqual(columns.map(({ name }) => name).filter((name) => !known.includes(name)), []);
});

test("what was under way when an account was deleted does nothing", async ({ db }) => {
  await closeAdas(db);
  const before = await db.q.select().from(users);
  assert.equal(await updateProfile(db, "ada", { bio: "Looms", fullName: "Ada", picture }), undefined);
  await insertGroup(db, "ada", { id: "late", groupName: "Late", description: null, picture }, 6);
  assert.equal(await findGroup(db, "ada", "late"), undefined);
  assert.equal(await findPicture(db, "abc", 64), undefined);
  const key = { name: "Key", publicKey: Buffer.from([1]), counter: 0, transports: [], createdAt: 6 };
  assert.equal(await insertPasskey(db, { id: "k", userId: "ada", ...key }), false);
  assert.equal(await saveSecret(db, "ada", { secret: "SECRET", now: 6 }), false);
  const session = { hash: "h", userId: "ada", createdAt: 6, expiresAt: 9 };
  assert.equal(await insertSessionOf(db, { session }), undefined);
  for (const table of ["passkeys", "totps", "sessions"]) {
    const rows = await db.q.all(sql`select 1 from ${sql.raw(table)} where user_id = 'ada'`);
    assert.equal(rows.length, 0, table);
  }
  assert.deepEqual(await db.q.all(sql`select 1 from groups where id = 'late'`), []);
  assert.deepEqual(await db.q.select().from(users), before);
});

test("others keep the notices of what somebody did, which name a deleted account no more after some short writes", async ({ db }) => {
  await db.q.run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 501)
    insert into notices (id, user_id, kind, text, url, actor_id, created_at)
    select i, 'grace', 'mention', 'Ada mentioned you', '/', 'ada', 1 from n`);
  await closeAdas(db);
  const named = () => db.q.$count(notices, eq(notices.actorId, "ada"));
  assert.ok(await deleteBatchOfPerson(db, "ada"));
  assert.equal(await named(), 1);
  while (await deleteBatchOfPerson(db, "ada"));
  assert.deepEqual([await named(), await db.q.$count(notices)], [0, 501]);
});
