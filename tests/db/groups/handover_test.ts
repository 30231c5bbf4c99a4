import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/engine/client.ts";
import { listDeletedGroups } from "../../../db/groups/deletion.ts";
import { findGroup, handOverGroups, insertGroup } from "../../../db/groups/groups.ts";
import { insertMember } from "../../../db/groups/members.ts";
import { person, store } from "../../support/people.ts";
import { test } from "../../support/db.ts";

const group = (id: string) => ({ id, groupName: id, description: null });

async function run(db: Db, userId: string) {
  const [handed, , deleted] = await db.write([...handOverGroups(db, userId, ["engine", "loom", "alone"])]);
  return { handed: handed.map((row) => ({ ...row })), deleted: deleted.map(({ groupId }) => groupId) };
}

test("the groups of somebody who goes are their longest-serving organizer's, else their longest-serving member's", async ({ db }) => {
  await store(db, person("Nora"), person("Bertha"));
  await insertGroup(db, "ada", group("loom"), 1);
  for (const [groupId, userId, at] of [["engine", "nora", 3], ["loom", "nora", 4], ["loom", "bertha", 4]] as const) {
    await insertMember(db, "ada", { groupId, userId }, at);
  }
  await db.write([db.q.run(sql`update members set role = 'organizer' where group_id = 'engine' and user_id = 'nora'`)]);
  const { handed, deleted } = await run(db, "ada");
  assert.deepEqual(handed.toSorted((a, b) => a.groupId < b.groupId ? -1 : 1), [
    { groupId: "engine", userId: "nora" },
    // Of two who joined at the same time the first by name.
    { groupId: "loom", userId: "bertha" },
  ]);
  assert.deepEqual(deleted, []);
  assert.equal((await findGroup(db, "nora", "engine"))?.role, "creator");
  assert.equal((await findGroup(db, "ada", "engine"))?.role, "member");
});

test("a group without anybody else goes, and those of others, or that are not named, stay as they are", async ({ db }) => {
  await insertGroup(db, "grace", group("alone"), 1);
  const { handed, deleted } = await run(db, "grace");
  assert.deepEqual([handed, deleted], [[], ["alone"]]);
  assert.equal(await findGroup(db, "grace", "alone"), undefined);
  assert.deepEqual(await listDeletedGroups(db), ["alone"]);
  assert.equal((await findGroup(db, "grace", "engine"))?.createdBy, "ada");
  assert.deepEqual(await run(db, "grace"), { handed: [], deleted: [] });
  const [none] = await db.write([...handOverGroups(db, "ada", ["loom"])]);
  assert.deepEqual(none, []);
});

test("who may not log in is handed a group only where there is nobody else", async ({ db }) => {
  await store(db, person("Nora"));
  await insertMember(db, "ada", { groupId: "engine", userId: "nora" }, 9);
  await db.write([db.q.run(sql`update users set disabled_at = 1 where id = 'grace'`)]);
  const { handed } = await run(db, "ada");
  assert.deepEqual(handed, [{ groupId: "engine", userId: "nora" }]);
  // Grace, who is disabled, is the only other one left.
  await db.write([db.q.run(sql`delete from members where user_id = 'ada'`)]);
  const last = await run(db, "nora");
  assert.deepEqual([last.handed, last.deleted], [[{ groupId: "engine", userId: "grace" }], []]);
});
