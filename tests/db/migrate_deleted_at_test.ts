import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { type Db, openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { deletePartOfGroup, listDeletedGroups } from "../../db/groups/deletion.ts";
import { deleteGroup } from "../../db/groups/groups.ts";
import { findInviteLink, insertInviteLink, joinByLink } from "../../db/groups/invite_links.ts";
import { listAllGroups } from "../../db/operator/people_and_groups.ts";
import { groups } from "../../db/schema.ts";
import { deleteFormerGroup, migrateUpTo, storeFormerGroup } from "../support/former_tables.ts";
import { folder } from "../support/operate.ts";

const marksOf = async (db: Db) => {
  const { activeAt, deletedAt } = (await db.q.select().from(groups).where(eq(groups.id, "engine")).get())!;
  return { activeAt, isDated: deletedAt !== null };
};

Deno.test("A group that was deleted before the migration has a time of deletion after it, and its contents are removed", async () => {
  await using home = await folder();
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrateUpTo(db, "0014_turns_taken_back");
  await storeFormerGroup(db);
  await deleteFormerGroup(db);
  await migrate(db);
  assert.deepEqual(await marksOf(db), { activeAt: 0, isDated: true });
  assert.deepEqual(await listDeletedGroups(db), ["engine"]);
  while (await deletePartOfGroup(db, "engine"));
  assert.deepEqual(await db.q.select().from(groups), []);
  await db.close();
});

Deno.test("A group that the version before deletes after the migration is deleted for this version as well", async () => {
  await using home = await folder();
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrateUpTo(db, "0014_turns_taken_back");
  await storeFormerGroup(db);
  await migrate(db);
  await insertInviteLink(db, "ada", { id: "l", groupId: "engine", hash: "h", expiresAt: 100, maxUses: null }, 1);
  assert.equal((await findInviteLink(db, "h", 2))?.state, null);
  assert.equal((await listAllGroups(db)).rows.length, 1);
  await deleteFormerGroup(db);
  assert.deepEqual(await marksOf(db), { activeAt: 0, isDated: false });
  assert.equal(await findInviteLink(db, "h", 2), undefined);
  assert.equal(await joinByLink(db, "mallory", { hash: "h" }, 2), undefined);
  assert.deepEqual(await listAllGroups(db).then(({ rows }) => rows), []);
  assert.deepEqual(await listDeletedGroups(db), ["engine"]);
  while (await deletePartOfGroup(db, "engine"));
  assert.deepEqual(await db.q.select().from(groups), []);
  await db.close();
});

Deno.test("A group that this version deletes is deleted for the version before as well", async () => {
  await using home = await folder();
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrateUpTo(db, "0014_turns_taken_back");
  await storeFormerGroup(db);
  await migrate(db);
  await deleteGroup(db, "ada", "engine");
  assert.deepEqual(await marksOf(db), { activeAt: 0, isDated: true });
  await db.close();
});
