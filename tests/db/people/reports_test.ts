import assert from "node:assert/strict";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import * as peopleLimits from "../../../server/contract/people/limits.ts";
import { eq } from "drizzle-orm";
import { insertGroup } from "../../../db/groups/groups.ts";
import { findReport, findReportable, forgetDecided, insertReport, listReports } from "../../../db/people/reports.ts";
import { messages, reports, users } from "../../../db/schema.ts";
import { send, trySend } from "../../support/talking.ts";
import { test } from "../../support/db.ts";

const of = (reportId: string, kind: "message" | "profile" | "group", id: string) => (
  { reportId, kind, id, reason: "Spam" }
);

test("a reported message is stored with its text and up to five messages before and after", async ({ db }) => {
  for (let n = 1; n <= 14; n++) await trySend(db, "grace", `Message ${n}`, { id: `m${n}`, clientId: `c${n}` });
  assert.equal(await insertReport(db, "ada", of("one", "message", "m7"), 5), true);
  await db.write([db.q.update(messages).set({ content: "", deletedAt: 6 })]);
  const [{ snapshot, ...row }] = await db.q.select().from(reports);
  assert.deepEqual([row.userId, row.groupId, row.subjectId, row.reporterId], ["grace", "engine", "m7", "ada"]);
  assert.equal(snapshot.title, "Message 7");
  assert.equal(snapshot.text, null);
  assert.deepEqual(snapshot.context.map(({ id }) => id), Array.from({ length: 11 }, (_, n) => `m${n + 2}`));
  const [{ username, content }] = snapshot.context;
  assert.deepEqual([username, content], ["grace", "Message 2"]);
  assert.equal(await insertReport(db, "ada", of("two", "message", "m8"), 7), undefined);
});

test("of the messages around a reported one the beginnings are stored, of itself all", async ({ db }) => {
  const long = "a".repeat(chatLimits.message.max);
  for (const id of ["m1", "m2", "m3"]) await send(db, "grace", `${id}${long.slice(2)}`, { id });
  assert.equal(await insertReport(db, "ada", of("one", "message", "m2"), 5), true);
  const { snapshot } = (await findReport(db, "one"))!;
  const { excerpt, context, page } = peopleLimits.reports;
  assert.equal(snapshot.title.length, excerpt);
  assert.deepEqual(snapshot.context.map(({ content }) => content.length), [excerpt, long.length, excerpt]);
  // What a page of the longest weighs, in characters.
  assert.ok(page * (excerpt * (2 * context + 1) + long.length + 3000) < 500_000);
});

test("every report is on one of the pages, though all are of one millisecond", async ({ db }) => {
  const { page } = peopleLimits.reports;
  const ids = Array.from({ length: 2 * page + 3 }, (_, n) => `r${String(n).padStart(3, "0")}`);
  const snapshot = { title: "", text: null, context: [] };
  const base = {
    kind: "profile",
    reporterId: "ada",
    subjectId: "grace",
    reason: "Spam",
    snapshot,
    createdAt: 5,
  } as const;
  await db.write([db.q.insert(reports).values(ids.map((id) => ({ ...base, id })))]);
  const all = async (decided: boolean) => {
    const found: string[] = [];
    for (let hasMore = true; hasMore;) {
      const listed = await listReports(db, { decided, after: found.at(-1) });
      assert.ok(listed.rows.length <= page);
      found.push(...listed.rows.map(({ id }) => id));
      hasMore = listed.hasMore;
    }
    return found;
  };
  assert.deepEqual(await all(false), ids);
  await db.write([db.q.update(reports).set({ decidedAt: 6, decision: "dismissed" })]);
  assert.deepEqual(await all(true), ids.toReversed());
});

test("the words of a report are deleted after its decision, its reason and the decision stay", async ({ db }) => {
  await trySend(db, "grace", "Vile", { id: "m1", clientId: "c1" });
  for (const [n, id] of ["old", "new", "open"].entries()) {
    await insertReport(db, ["ada", "grace", "ada"][n], of(id, "message", "m1"), n);
    const decidedAt = { old: 10, new: 20, open: null }[id];
    await db.write([
      db.q.update(reports).set({ decidedAt, decision: decidedAt === null ? null : "dismissed" }).where(
        eq(reports.id, id),
      ),
    ]);
  }
  while (await forgetDecided(db, 15));
  const { snapshot, reason, decision, kind } = (await findReport(db, "old"))!;
  assert.deepEqual(snapshot, { title: "", text: null, context: [] });
  assert.deepEqual([reason, decision, kind], ["Spam", "dismissed", "message"]);
  for (const id of ["new", "open"]) assert.equal((await findReport(db, id))!.snapshot.title, "Vile");
});

test("the same report of the same person waits once, however many come at once; a decided one does not", async ({ db }) => {
  const again = await Promise.all(
    Array.from({ length: 5 }, (_, n) => insertReport(db, "ada", of(`r${n}`, "profile", "grace"), n)),
  );
  assert.deepEqual(again.filter(Boolean).length, 1);
  assert.ok(!again.includes(undefined));
  assert.equal(await insertReport(db, "mallory", of("other", "profile", "grace"), 6), true);
  await db.write([db.q.update(reports).set({ decidedAt: 7, decision: "dismissed" })]);
  assert.equal(await insertReport(db, "ada", of("later", "profile", "grace"), 8), true);
});

test("a report names nobody whose account is deleted", async ({ db }) => {
  await insertReport(db, "ada", of("one", "profile", "grace"), 5);
  await db.write([db.q.update(users).set({ username: "deleted-1", deletedAt: 6 }).where(eq(users.id, "grace"))]);
  const [{ reporter, about }] = (await listReports(db, { decided: false })).rows;
  assert.deepEqual([reporter, about], ["ada", "Deleted account"]);
});

test("nobody reports a message or group that they are not in, nor a message that is veiled for them; its author's own view is", async ({ db }) => {
  await insertGroup(db, "mallory", { id: "theirs", groupName: "Theirs", description: null }, 1);
  await trySend(db, "grace", "Hello", { id: "m1", clientId: "c1" });
  for (const [kind, id] of [["message", "m1"], ["group", "engine"], ["profile", "nobody"]] as const) {
    assert.equal(await insertReport(db, "mallory", of("r", kind, id), 1), undefined);
    assert.equal(await findReportable(db, "mallory", { kind, id }), undefined);
  }
  assert.equal(await insertReport(db, "mallory", of("own", "group", "theirs"), 1), true);
  const expected = { title: "Hello", groupId: "engine", seq: 1 };
  assert.deepEqual(await findReportable(db, "grace", { kind: "message", id: "m1" }), expected);
  await trySend(db, "grace", "The end", { id: "m2", clientId: "c2" });
  await db.write([db.q.update(messages).set({ anchorBookId: "book", anchorPosition: 9 })]);
  assert.equal(await insertReport(db, "ada", of("r", "message", "m2"), 1), undefined);
  assert.equal(await findReportable(db, "ada", { kind: "message", id: "m2" }), undefined);
  assert.equal((await findReportable(db, "grace", { kind: "message", id: "m2" }))?.title, "The end");
});
