import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/engine/client.ts";
import { deleteMember, insertMember } from "../../../db/groups/members.ts";
import { findGroup, listGroupLinks } from "../../../db/groups/groups.ts";
import { deleteMessage } from "../../../db/chat/message_changes.ts";
import { findReadState, listActivity, markRead, setNotify } from "../../../db/chat/read_marks.ts";
import { send } from "../../support/talking.ts";
import { test } from "../../support/db.ts";

const state = (db: Db, userId: string) => findReadState(db, userId, "engine");
/** Whether reading so far made the position rise. */
const read = async (db: Db, userId: string, seq: number) =>
  (await markRead(db, userId, { groupId: "engine", seq }, 9))?.hasRisen;
const erase = (db: Db, id: string) => deleteMessage(db, "ada", { groupId: "engine", id }, 2);

/** What each way of asking counts as unread for somebody: they agree. */
async function counts(db: Db, userId: string): Promise<{ unread: number; mentions: number }> {
  const { unread, mentions } = (await state(db, userId))!;
  const [activity] = await listActivity(db, "engine", [userId]);
  const group = (await findGroup(db, userId, "engine"))!;
  const link = (await listGroupLinks(db, userId)).find(({ id }) => id === "engine")!;
  for (const other of [activity, group, link]) {
    assert.deepEqual({ unread: other.unread, mentions: other.mentions }, { unread, mentions });
  }
  return { unread, mentions };
}

test("messages of others that a member has not read are unread, but not deleted ones", async ({ db }) => {
  assert.deepEqual(await state(db, "grace"), { lastReadSeq: 0, unread: 0, mentions: 0 });
  await send(db, "ada", "one");
  await send(db, "grace", "mine");
  const third = await send(db, "ada", "@grace three");
  await send(db, "ada", "four @grace");
  assert.deepEqual(await counts(db, "grace"), { unread: 3, mentions: 2 });
  assert.deepEqual(await counts(db, "ada"), { unread: 1, mentions: 0 });
  await erase(db, third.id);
  assert.deepEqual(await counts(db, "grace"), { unread: 2, mentions: 1 });
});

test("what a member reads is read up to there, up to the latest message at most, and never unread again", async ({ db }) => {
  for (let n = 1; n <= 5; n++) await send(db, "ada", `@grace ${n}`);
  assert.equal(await read(db, "grace", 3), true);
  assert.deepEqual(await state(db, "grace"), { lastReadSeq: 3, unread: 2, mentions: 2 });
  const commits = db.commits();
  for (const seq of [3, 1, 0]) assert.equal(await read(db, "grace", seq), false);
  assert.equal(db.commits(), commits, "nothing is written");
  assert.equal((await state(db, "grace"))?.lastReadSeq, 3);
  assert.equal(await read(db, "grace", Number.MAX_SAFE_INTEGER), true);
  assert.equal(await read(db, "grace", Number.MAX_SAFE_INTEGER), false);
  assert.deepEqual(await state(db, "grace"), { lastReadSeq: 5, unread: 0, mentions: 0 });
  await send(db, "ada", "six");
  assert.deepEqual(await state(db, "grace"), { lastReadSeq: 5, unread: 1, mentions: 0 });
  assert.equal((await state(db, "ada"))?.lastReadSeq, 0);
});

test("at most 100 messages and mentions are counted, whoever wrote the latest ones", async ({ db }) => {
  await Promise.all(Array.from({ length: 150 }, (_, n) => send(db, "ada", `@grace ${n}`)));
  assert.deepEqual(await counts(db, "grace"), { unread: 100, mentions: 100 });
  assert.deepEqual(await counts(db, "ada"), { unread: 0, mentions: 0 });
  await Promise.all(Array.from({ length: 220 }, (_, n) => send(db, "grace", `answer ${n}`)));
  assert.deepEqual(await counts(db, "grace"), { unread: 100, mentions: 100 });
  await read(db, "grace", 140);
  assert.deepEqual(await counts(db, "grace"), { unread: 10, mentions: 10 });
  assert.deepEqual(await counts(db, "ada"), { unread: 100, mentions: 0 });
});

test("behind a thousand messages of their own nobody has anything unread: no more are looked at", async ({ db }) => {
  await send(db, "grace", "one");
  const writeOwn = (from: number, count: number) =>
    db.write([db.q.run(sql`insert into messages (id, group_id, seq, user_id, content, created_at, rev)
      select 'own' || n, 'engine', n, 'ada', '', 1, n from (
        with recursive counted(n) as (select ${from} union all select n + 1 from counted where n + 1 < ${from + count})
        select n from counted)`)]);
  await writeOwn(2, 999);
  assert.equal((await counts(db, "ada")).unread, 1);
  await writeOwn(1001, 1);
  assert.equal((await counts(db, "ada")).unread, 0);
});

test("what was written before somebody was added, or while they were out, is not unread for them", async ({ db }) => {
  await send(db, "ada", "@grace one");
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  await send(db, "ada", "two");
  assert.equal(await state(db, "grace"), undefined);
  for (const userId of ["grace", "mallory"]) {
    await insertMember(db, "ada", { groupId: "engine", userId }, 3);
    assert.deepEqual(await state(db, userId), { lastReadSeq: 2, unread: 0, mentions: 0 });
  }
  await send(db, "ada", "three");
  assert.equal((await state(db, "mallory"))?.unread, 1);
});

test("Mallory has no state of a group that they are not in, and sets none", async ({ db }) => {
  await send(db, "ada", "one");
  assert.equal(await state(db, "mallory"), undefined);
  assert.equal(await read(db, "mallory", 1), undefined);
  assert.equal(await setNotify(db, "mallory", { groupId: "engine", level: "none" }), false);
  assert.deepEqual(await listActivity(db, "engine", ["mallory"]), []);
  assert.equal((await state(db, "grace"))?.unread, 1);
});

test("a group has its latest message, whose text is gone once it is deleted", async ({ db }) => {
  assert.equal((await findGroup(db, "grace", "engine"))?.lastMessage, null);
  await send(db, "grace", "one");
  const last = await send(db, "ada", `two\n${"x".repeat(200)}`);
  const group = (await findGroup(db, "grace", "engine"))!;
  const expected = {
    username: "ada",
    fullName: "Ada",
    excerpt: `two ${"x".repeat(116)}`,
    timestamp: "1970-01-01T00:00:01.000Z",
  };
  assert.deepEqual([group.lastMessage, group.rev, group.role], [expected, 2, "member"]);
  assert.deepEqual((await listActivity(db, "engine", ["grace"]))[0].lastMessage, expected);
  await erase(db, last.id);
  assert.deepEqual((await findGroup(db, "ada", "engine"))?.lastMessage, { ...expected, excerpt: "" });
  assert.equal((await findGroup(db, "ada", "engine"))?.role, "creator");
});
