import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertLink, verifyByLink } from "../../../db/account/tokens.ts";
import type { Db } from "../../../db/engine/client.ts";
import { insertMail } from "../../../db/notices/mail_queue.ts";
import { books, groups, members, messages, sessions, users } from "../../../db/schema.ts";
import { clearVerifyBy, removeUnverified } from "../../../db/account/accounts.ts";
import { person, store } from "../../support/people.ts";
import { test } from "../../support/db.ts";

const waiting = (name: string, verifyBy: number | null = 100) => person(name, { verifiedAt: null, verifyBy });

const left = async (db: Db): Promise<string[]> =>
  (await db.q.select({ id: users.id }).from(users).orderBy(users.id)).map(({ id }) => id);

test.empty("an account that is not verified in time is deleted, with its links, its mails and its search entries, and gets no new link", async ({ db }) => {
  await store(db, waiting("Mallory"), waiting("Grace", 101), waiting("Edsger", null), person("Ada"));
  const mail = { subject: "", text: "", html: "", createdAt: 1, dueAt: 1 };
  for (const id of ["mallory", "grace"]) {
    await db.write([
      insertLink(db, { hash: id, userId: id, kind: "verify", expiresAt: 1000 }),
      insertMail(db, { id, recipient: `${id}@example.org`, ...mail }),
    ]);
  }
  assert.equal(await removeUnverified(db, 99, 10), 0);
  assert.equal(await removeUnverified(db, 100, 10), 1);
  assert.deepEqual(await left(db), ["ada", "edsger", "grace"]);
  const counts = sql`select (select count(*) from links) as links, (select count(*) from mails) as mails,
    (select count(*) from user_words) as words, (select count(*) from user_numbers) as numbers`;
  assert.deepEqual(await db.q.get(counts), { links: 1, mails: 1, words: 3, numbers: 3 });
  assert.equal(await verifyByLink(db, "mallory", 100), undefined);
  await db.write([insertLink(db, { hash: "late", userId: "mallory", kind: "verify", expiresAt: 1000 })]);
  assert.equal(await verifyByLink(db, "late", 100), undefined);
});

test.empty("an account that was used in any way while no verification was required stays", async ({ db }) => {
  const names = ["Session", "Member", "Creator", "Author", "Reader", "Nobody"];
  await store(db, person("Ada"), ...names.map((name) => waiting(name)));
  const group = (id: string, createdBy: string) =>
    db.q.insert(groups).values({ id, groupName: id, createdBy, createdAt: 1, activeAt: 1 });
  await db.write([
    db.q.insert(sessions).values({ hash: "s", userId: "session", createdAt: 1, expiresAt: 1000 }),
    group("engine", "ada"),
    group("empty", "creator"),
    db.q.insert(members).values({ groupId: "engine", userId: "member", joinedAt: 1 }),
    db.q.insert(messages).values({ id: "m", groupId: "engine", seq: 1, userId: "author", content: "Hi", createdAt: 1 }),
    db.q.insert(books).values({
      id: "b",
      groupId: "engine",
      title: "Flatland",
      pageCount: 100,
      categories: [],
      addedBy: "reader",
      createdAt: 1,
    }),
  ]);
  assert.equal(await removeUnverified(db, 1000, 10), 1);
  assert.deepEqual(await left(db), ["ada", "author", "creator", "member", "reader", "session"]);
});

test.empty("accounts are deleted in parts, the oldest first", async ({ db }) => {
  await store(db, ...[3, 1, 2].map((n) => waiting(`Mallory${n}`, n)));
  assert.equal(await removeUnverified(db, 100, 2), 2);
  assert.deepEqual(await left(db), ["mallory3"]);
  assert.equal(await removeUnverified(db, 100, 2), 1);
});

test.empty("verifying while accounts are deleted either succeeds or reports an invalid link", async ({ db }) => {
  const outcomes = new Set<string>();
  for (let turns = 0; turns < 60; turns++) {
    const name = `Grace${turns}`;
    await store(db, waiting(name));
    await db.write([insertLink(db, { hash: name, userId: name.toLowerCase(), kind: "verify", expiresAt: 1000 })]);
    const removing = removeUnverified(db, 100, 10);
    // A little later each time, so that each of the two comes first at times.
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const [removed, verified] = await Promise.all([removing, verifyByLink(db, name, 100)]);
    const stays = (await left(db)).includes(name.toLowerCase());
    outcomes.add(JSON.stringify([removed, verified ? "verified" : "invalid", stays ? "stays" : "gone"]));
  }
  assert.deepEqual([...outcomes].sort(), ['[0,"verified","stays"]', '[1,"invalid","gone"]']);
});

test.empty("once no verification is required, accounts stay for good", async ({ db }) => {
  await store(db, waiting("Ada", 1), waiting("Grace", 2), waiting("Mallory", 3));
  assert.deepEqual([await clearVerifyBy(db, 2), await clearVerifyBy(db, 2), await clearVerifyBy(db, 2)], [2, 1, 0]);
  assert.equal(await removeUnverified(db, 1000, 10), 0);
  assert.deepEqual(await left(db), ["ada", "grace", "mallory"]);
});

test.empty("an upgrade gives seven days to accounts that had to be verified when they were registered, and to no others", async ({ db }) => {
  const day = 24 * 3600_000;
  const createdAt = Date.UTC(2030, 0, 1);
  const before = (name: string) => person(name, { verifiedAt: null, createdAt });
  await store(db, before("Asked"), before("Later"), before("Never"), person("Verified", { createdAt }));
  const link = (userId: string, sentAt: number) =>
    db.write([insertLink(db, { hash: userId, userId, kind: "verify", expiresAt: sentAt + day })]);
  await link("asked", createdAt + 300);
  await link("verified", createdAt + 300);
  await link("later", createdAt + 30 * day);
  const migration = await Deno.readTextFile(new URL("../../../db/migrations/0005_unverified.sql", import.meta.url));
  await db.write([db.q.run(sql.raw(migration.split("--> statement-breakpoint").at(-1)!))]);
  const found = await db.q.select({ id: users.id, verifyBy: users.verifyBy }).from(users).orderBy(users.id);
  assert.deepEqual(found.filter(({ verifyBy }) => verifyBy !== null).map(({ id }) => id), ["asked"]);
  assert.ok(found[0].verifyBy! > Date.now() + 6 * day);
});
