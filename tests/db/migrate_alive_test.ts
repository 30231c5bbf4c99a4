import assert from "node:assert/strict";
import { openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { folder } from "../support/operate.ts";
import { migrateUpTo, storeFormerGroup, storeFormerMember, storeFormerMessage } from "../support/former_tables.ts";
import { assertAlive } from "../support/alive.ts";
import { findReadState } from "../../db/chat/read_marks.ts";

Deno.test("Messages of the version before have a rev, are read, and are found, edited and deleted as new ones are", async () => {
  await using home = await folder();
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrateUpTo(db, "0007_instances");
  await storeFormerGroup(db);
  await migrate(db);
  await assertAlive(db, { storeByFormerVersion: (seq) => storeFormerMessage(db, seq) });
  assert.deepEqual(await db.q.all("pragma foreign_key_check"), []);
  assert.deepEqual(await db.q.all("pragma integrity_check"), [{ integrity_check: "ok" }]);
  await db.close();
});

Deno.test("what was written before a member was added by the version before is not unread for them", async () => {
  await using home = await folder();
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrateUpTo(db, "0007_instances");
  await storeFormerGroup(db);
  await migrate(db);
  await storeFormerMember(db, "mallory");
  assert.deepEqual(await findReadState(db, "mallory", "engine"), { lastReadSeq: 3, unread: 0, mentions: 0 });
  await db.close();
});
