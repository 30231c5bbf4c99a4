import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/engine/client.ts";
import { emailsAreShared } from "../../db/people/columns.ts";
import { findStoredSite, saveSettings } from "../../db/operator/site_settings.ts";
import { openLog } from "../../server/log.ts";
import { openSiteSettings } from "../../server/operations/site_settings.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { test } from "../support/db.ts";
import { lineOutput } from "../support/log.ts";

const open = (db: Db) => openSiteSettings({ db, log: openLog("error", lineOutput(() => {})), config: readConfig({}) });

async function save(db: Db, settings: Record<string, string>): Promise<void> {
  const { settings: former } = await findStoredSite(db);
  assert.ok(await saveSettings(db, { settings, former, audit: [] }));
}

const areShared = async (db: Db) =>
  Boolean((await db.q.get<{ isIt: number }>(sql`select ${emailsAreShared} as "isIt"`)).isIt);

test("settings that could not be applied are applied the next time", async ({ db }) => {
  const settings = await open(db);
  let changes = 0;
  settings.onChange(() => changes++);
  await save(db, { emailsShown: "shared" });
  await db.q.run(sql`create trigger refuse before insert on service_keys when new.name = 'emails_shared'
    begin select raise(abort, 'the disk is full'); end`);
  await assert.rejects(settings.refresh());
  assert.deepEqual([settings.config.emailsShown, changes], [readConfig({}).emailsShown, 0]);
  await db.q.run(sql`drop trigger refuse`);
  await settings.refresh();
  assert.deepEqual([settings.config.emailsShown, await areShared(db), changes], ["shared", true, 1]);
});
