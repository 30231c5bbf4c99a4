import assert from "node:assert/strict";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type ListName, listOwn, ownLists } from "../../../db/account/export.ts";
import { saveInOverview, saveSettings, saveSharesPages } from "../../../db/groups/settings.ts";
import * as schema from "../../../db/schema.ts";
import { test } from "../../support/db.ts";

/** What refers to a user and is exported by other means than a list of `ownLists`, or is not, with the reason. */
const otherwise: Record<string, string> = {
  "messages.user_id": "by `listOwnMessages`",
  "files.user_id": "by `listOwnFiles`",
  "account_storage.user_id": "the size of what is exported",
  "user_numbers.user_id": "the search index of the profile",
  "tickets.user_id": "random, and over within minutes",
  "recovery_codes.user_id": "hashes; how many are left is with the two-step codes",
  "mentions.user_id": "which messages of others name them",
  "notices.actor_id": "whose act others were told of",
  "blocks.blocked_id": "whom others block is theirs to know",
  "reports.user_id": "what others report is theirs and the operators'",
};

Deno.test("every column that refers to a user is exported, or left out for a reason", () => {
  const exported = Object.values(ownLists).flatMap(({ table, owners }) => owners.map((owner) => `${table}.${owner}`));
  const references = Object.values(schema).filter((table) => is(table, SQLiteTable)).flatMap((table) => {
    const { name, foreignKeys } = getTableConfig(table);
    return foreignKeys.map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === schema.users)
      .flatMap(({ columns }) => columns.map((column) => `${name}.${column.name}`));
  });
  const missing = references.filter((column) => !exported.includes(column) && !(column in otherwise));
  assert.deepEqual(missing, []);
  assert.deepEqual(Object.keys(otherwise).filter((column) => !references.includes(column)), [], "is there no more");
});

test("every list can be read, and has rows of its owner alone", async ({ db }) => {
  for (const name of Object.keys(ownLists) as ListName[]) {
    const counts: Record<string, number> = { account: 1, groups: 1, "groups-made": 1 };
    let count = 0;
    for await (const rows of listOwn(db, "ada", name)) count += rows.length;
    assert.equal(count, counts[name] ?? 0, name);
  }
});

test("what somebody answered their group is in their export", async ({ db }) => {
  await saveSettings(db, "ada", "engine", { overview: true });
  await saveSharesPages(db, "grace", { groupId: "engine", shared: false });
  await saveInOverview(db, "grace", { groupId: "engine", agreed: true }, 1000);
  const answers = async (who: string) => {
    for await (const [row] of listOwn(db, who, "groups")) {
      const { sharesPages, overviewSince } = (typeof row === "string" ? JSON.parse(row) : row) as Record<
        string,
        unknown
      >;
      return [sharesPages, overviewSince];
    }
  };
  assert.deepEqual(await answers("grace"), [false, "1970-01-01T00:00:01.000Z"]);
  assert.deepEqual(await answers("ada"), [null, null]);
});
