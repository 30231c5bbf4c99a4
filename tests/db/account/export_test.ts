import assert from "node:assert/strict";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type ListName, listOwn, ownLists, type Row } from "../../../db/account/export.ts";
import type { Db } from "../../../db/engine/client.ts";
import { insertRequest, listOwnRequests } from "../../../db/groups/requests.ts";
import { saveInOverview, saveSettings, saveSharesPages } from "../../../db/groups/settings.ts";
import * as schema from "../../../db/schema.ts";
import { requestTexts } from "../../../server/contract/groups/request_texts.ts";
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

async function rowsOf(db: Db, userId: string, name: ListName): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of listOwn(db, userId, name)) all.push(...rows);
  return all;
}

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

test("of a group that they have left, what others changed since is not in their export", async ({ db }) => {
  const times = { startsAt: 1000, endsAt: 2000, timeZone: "UTC" };
  await db.write([
    db.q.insert(schema.meetings).values({
      ...times,
      id: "tea",
      groupId: "engine",
      title: "Tea",
      place: "Garden",
      url: "https://example.org",
      createdBy: "grace",
      createdAt: 1,
      updatedAt: 1,
    }),
    db.q.insert(schema.meetingReplies).values({
      meetingId: "tea",
      userId: "grace",
      startsAt: 1000,
      reply: "yes",
      repliedAt: 1,
    }),
  ]);
  const told = async () => {
    const [[meeting], [reply]] = await Promise.all([
      rowsOf(db, "grace", "meetings"),
      rowsOf(db, "grace", "replies-to-meetings"),
    ]);
    return [meeting.title, meeting.place, meeting.address, reply.meeting, meeting.startsAt, reply.startsAt];
  };
  const at = "1970-01-01T00:00:01.000Z";
  assert.deepEqual(await told(), ["Tea", "Garden", "https://example.org", "Tea", at, at]);
  await db.write([db.q.run("delete from members where user_id = 'grace'")]);
  assert.deepEqual(await told(), [null, null, null, null, at, at]);
});

test("of a request to join, the name of the group is in an export while the group is listed", async ({ db }) => {
  await saveSettings(db, "ada", "engine", { listed: true });
  await insertRequest(db, "mallory", { groupId: "engine", text: null }, 1);
  const names = async () => [
    (await rowsOf(db, "mallory", "requests-to-join"))[0].group,
    (await listOwnRequests(db, "mallory"))[0].groupName,
  ];
  assert.deepEqual(await names(), ["Analytical Engine", "Analytical Engine"]);
  await saveSettings(db, "ada", "engine", { listed: false });
  assert.deepEqual(await names(), [requestTexts.unlisted, requestTexts.unlisted]);
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
