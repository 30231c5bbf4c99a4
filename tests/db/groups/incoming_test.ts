import assert from "node:assert/strict";
import { bytesOfAccount } from "../../../db/account/storage.ts";
import type { Db } from "../../../db/engine/client.ts";
import { listCalendarMeetings, listCalendarPlans } from "../../../db/groups/calendars.ts";
import { deletePartOfGroup } from "../../../db/groups/deletion.ts";
import { deleteGroup } from "../../../db/groups/groups.ts";
import { beginIncoming, finishIncoming, type Row, storeRows } from "../../../db/groups/incoming.ts";
import { listToRemind } from "../../../db/groups/meeting_reminders.ts";
import { findNextMeeting } from "../../../db/groups/next_meeting.ts";
import { listDue } from "../../../db/groups/poll_closing.ts";
import { findBookToBegin, listBooksToRead } from "../../../db/reading/today.ts";
import { test } from "../../support/db.ts";

const id = "circle";
const unused = (name: string): Row => (
  { id: name, username: name, password_hash: "", verified_at: 1, created_at: 1, added_to: id, email_visible: 0 }
);
const member = (user_id: string): Row => ({ group_id: id, user_id, joined_at: 1, role: "member" });

/** A group of Ada's with a poll that everybody voted in, read back. */
async function readBack(db: Db, names: string[]): Promise<void> {
  const rows = new Map<string, Row[]>([
    ["users", names.map(unused)],
    ["members", names.map(member)],
    ["polls", [{ id: "poll", group_id: id, question: "Tea?", kind: "one", is_secret: 0, created_at: 1, closes_at: 2 }]],
    ["poll_options", [{ id: "tea", poll_id: "poll", number: 0, text: "Tea" }]],
    ["poll_votes", names.map((user_id) => ({ poll_id: "poll", user_id, option_id: "tea", rank: 0 }))],
  ]);
  assert.ok(await beginIncoming(db, "ada", { id, name: "Circle", description: null, settings: undefined }, 1));
  await storeRows(db, id, { rows, files: [] });
  assert.ok(await finishIncoming(db, "ada", { id, messages: 0, madeAt: 1 }, 2));
}

async function remove(db: Db): Promise<void> {
  await deleteGroup(db, "ada", id);
  while (await deletePartOfGroup(db, id));
}

const usernames = async (db: Db) =>
  (await db.q.all<{ username: string }>("select username from users order by username")).map(({ username }) =>
    username
  );

test("votes that were read back take room of Ada's until she deletes the group", async ({ db }) => {
  const before = await bytesOfAccount(db, "ada");
  const names = Array.from({ length: 100 }, (_, n) => `reader${n}`);
  await readBack(db, names);
  assert.ok(await bytesOfAccount(db, "ada") > before + 200 * names.length);
  await remove(db);
  assert.equal(await bytesOfAccount(db, "ada"), before);
});

test("with a group that was read back go the accounts that nobody used, and no others", async ({ db }) => {
  const before = await usernames(db);
  const uses = {
    password: "update users set password_hash = 'chosen' where id = 'password'",
    passkey: "insert into passkeys (id, user_id, name, public_key, counter, transports, created_at) " +
      "values ('key', 'passkey', 'Key', x'00', 0, '[]', 1)",
    elsewhere: "insert into members (group_id, user_id, joined_at) values ('engine', 'elsewhere', 1)",
    card: "insert into links (hash, user_id, kind, expires_at) values ('card', 'card', 'card', 9e15)",
    seen: "update users set last_seen_at = 1 where id = 'seen'",
  };
  const used = Object.keys(uses);
  await readBack(db, [...used, ...Array.from({ length: 30 }, (_, n) => `reader${n}`)]);
  for (const use of Object.values(uses)) await db.q.run(use);
  await remove(db);
  assert.deepEqual(await usernames(db), [...before, ...used].sort());
  assert.deepEqual(await db.q.all("pragma foreign_key_check"), []);
});

test("until it is whole no poll of it is closed, nobody is reminded of a meeting, and neither Ada's calendar nor her dashboard has any of it", async ({ db }) => {
  assert.ok(await beginIncoming(db, "ada", { id, name: "Circle", description: null, settings: undefined }, 1));
  const rows = new Map<string, Row[]>([
    ["books", [{ id: "emma", group_id: id, title: "Emma", page_count: 100, categories: "[]", created_at: 1 }]],
    ["plans", [{ book_id: "emma", starts_on: "2027-03-01", target_on: "2027-03-02", days: "[]", created_at: 1 }]],
    ["polls", [{ id: "poll", group_id: id, question: "Tea?", kind: "one", is_secret: 0, created_at: 1, closes_at: 2 }]],
    ["meetings", [{
      id: "tea",
      group_id: id,
      title: "Tea",
      starts_at: 1000,
      ends_at: 2000,
      time_zone: "UTC",
      created_at: 1,
      updated_at: 1,
      remind_at: 5,
    }]],
  ]);
  await storeRows(db, id, { rows, files: [] });
  const worked = () =>
    Promise.all([
      listDue(db, 10),
      listToRemind(db, 10),
      listCalendarMeetings(db, "ada", 10),
      listCalendarPlans(db, "ada", { from: "2027-01-01", to: "2027-12-31" }),
      findNextMeeting(db, "ada", { within: 5000 }, 10).then((meeting) => meeting ? [meeting] : []),
      listBooksToRead(db, "ada", { today: "2027-03-01", now: 10 }),
      findBookToBegin(db, "ada", 10).then((book) => book?.bookId === "emma" ? [book] : []),
    ]).then((lists) => lists.map(({ length }) => length));
  assert.deepEqual(await worked(), [0, 0, 0, 0, 0, 0, 0]);
  assert.ok(await finishIncoming(db, "ada", { id, messages: 0, madeAt: 1 }, 2));
  assert.deepEqual(await worked(), [1, 1, 1, 1, 1, 1, 1]);
});
