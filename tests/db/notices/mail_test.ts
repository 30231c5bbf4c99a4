import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/engine/client.ts";
import * as queue from "../../../db/notices/mail_queue.ts";
import { mails } from "../../../db/schema.ts";
import { test } from "../../support/db.ts";

const day = 24 * 3600_000;

const mail = (changes: Partial<queue.NewMail>): queue.NewMail => ({
  id: "1",
  recipient: "ada@example.org",
  subject: "Verify your address",
  text: "s3cret",
  html: "<p>s3cret</p>",
  createdAt: 0,
  dueAt: 0,
  ...changes,
});

const store = (db: Db, ...news: Partial<queue.NewMail>[]) =>
  Promise.all(news.map((changes) => db.write([queue.insertMail(db, mail(changes))])));

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Claims everything that is due, by id. */
const claimAll = async (db: Db, now: number) =>
  Object.fromEntries((await queue.claimDueMails(db, now, 100)).map((mail) => [mail.id, mail]));

const ended = 1;

/** Ends all claims, as their time would. */
const endClaims = (db: Db) => db.write([db.q.update(mails).set({ claimedUntil: ended })]);

test.empty("Due mails are claimed with the longest waiting first, without later ones and those that are stored to be read", async ({ db }) => {
  await store(db, { id: "later", dueAt: 11 }, { id: "b", dueAt: 10 }, { id: "a", dueAt: 5 }, {
    id: "stored",
    dueAt: null,
  });
  assert.deepEqual(await queue.claimDueMails(db, 4, 5), []);
  assert.deepEqual(ids(await queue.claimDueMails(db, 10, 1)), ["a"]);
  assert.deepEqual(ids(await queue.claimDueMails(db, 10, 5)), ["b"]);
  assert.deepEqual(await queue.claimDueMails(db, 10, 5), []);
});

test.empty("A claimed mail can be claimed once it is released, or once its claim has ended; where no claims are left, releasing all writes nothing", async ({ db }) => {
  await store(db, {});
  const { 1: first } = await claimAll(db, 0);
  assert.deepEqual(await claimAll(db, 0), {});
  await queue.releaseMail(db, first);
  assert.deepEqual(Object.keys(await claimAll(db, 0)), ["1"]);
  await endClaims(db);
  assert.deepEqual(Object.keys(await claimAll(db, 0)), ["1"]);
  await queue.releaseAllMails(db);
  assert.deepEqual(Object.keys(await claimAll(db, 0)), ["1"]);
  await queue.releaseAllMails(db);
  const before = db.commits();
  await queue.releaseAllMails(db);
  assert.equal(db.commits(), before);
});

test.empty("An instance whose claim has ended cannot put off, give up or release the mail that another sends now", async ({ db }) => {
  await store(db, {});
  const { 1: first } = await claimAll(db, 0);
  await endClaims(db);
  // Otherwise both claims may be of one millisecond: those of real instances are as far apart as one lasts.
  const late = { ...first, claimedUntil: ended };
  const { 1: present } = await claimAll(db, 0);
  const row = () => db.q.select().from(mails).get();
  const before = await row();
  await queue.postponeMail(db, late, { attempts: 1, dueAt: 50 });
  await queue.giveUpMail(db, late, { attempts: 1, now: 50 });
  await queue.releaseMail(db, late);
  assert.deepEqual(await row(), before);
  await queue.postponeMail(db, present, { attempts: 1, dueAt: 50 });
  assert.deepEqual(await row(), { ...before, attempts: 1, dueAt: 50, claimedUntil: null });
});

test.empty("The next mail is that which is due first, or whose claim ends first", async ({ db }) => {
  assert.equal(await queue.nextDueIn(db, 0), null);
  await store(db, { id: "stored", dueAt: null }, { id: "b", dueAt: 20 }, { id: "a", dueAt: 10 });
  assert.equal(await queue.nextDueIn(db, 3), 7);
  assert.equal(await queue.nextDueIn(db, 15), -5);
  await claimAll(db, 10);
  assert.equal(await queue.nextDueIn(db, 15), 5);
  await queue.deleteMail(db, "b");
  const untilClaimEnds = (await queue.nextDueIn(db, 15))!;
  assert.ok(untilClaimEnds > 60_000 && untilClaimEnds <= 120_000, `${untilClaimEnds}`);
});

test.empty("A postponed mail stores how often it was tried", async ({ db }) => {
  await store(db, {});
  await queue.postponeMail(db, (await claimAll(db, 0))[1], { attempts: 3, dueAt: 50 });
  assert.deepEqual(await claimAll(db, 49), {});
  assert.equal((await claimAll(db, 50))[1].attempts, 3);
});

test.empty("A mail that was given up loses its secret at once and is deleted after a month", async ({ db }) => {
  await store(db, { id: "old" }, { id: "young" }, { id: "waits", dueAt: 31 * day });
  const { old, young: failing } = await claimAll(db, 0);
  await queue.giveUpMail(db, old, { attempts: 21, now: 0 });
  assert.deepEqual(await queue.countMails(db), { waiting: 2, failed: 1, stored: 0 });
  await queue.giveUpMail(db, failing, { attempts: 1, now: 31 * day });
  assert.deepEqual(await queue.countMails(db), { waiting: 1, failed: 1, stored: 0 });
  const [young] = await db.q.select().from(mails).where(eq(mails.id, "young"));
  assert.deepEqual([young.dueAt, young.failedAt, young.text, young.html], [null, 31 * day, "", ""]);
});

test.empty("Stored mails are listed newest first, without those that are waiting or were given up; pruning leaves the latest, and all that are waiting", async ({ db }) => {
  await store(
    db,
    { id: "a", createdAt: 1, dueAt: null },
    { id: "c", createdAt: 2, dueAt: null },
    { id: "b", createdAt: 2, dueAt: null },
    { id: "waits", dueAt: 1 },
    { id: "failed" },
  );
  await queue.giveUpMail(db, (await claimAll(db, 0)).failed, { attempts: 1, now: 3 });
  assert.deepEqual(ids(await queue.listStoredMails(db, 10)), ["c", "b", "a"]);
  assert.deepEqual(ids(await queue.listStoredMails(db, 2)), ["c", "b"]);
  assert.deepEqual(await queue.findStoredMail(db, "a"), {
    id: "a",
    to: "ada@example.org",
    subject: "Verify your address",
    text: "s3cret",
    createdAt: "1970-01-01T00:00:00.001Z",
  });
  assert.equal(await queue.findStoredMail(db, "waits"), undefined);
  assert.equal(await queue.findStoredMail(db, "failed"), undefined);
  await queue.pruneStoredMails(db, 2);
  assert.deepEqual(ids(await queue.listStoredMails(db, 10)), ["c", "b"]);
  assert.deepEqual(await queue.countMails(db), { waiting: 1, failed: 1, stored: 2 });
});
