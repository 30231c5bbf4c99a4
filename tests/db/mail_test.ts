import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import {
  countMails,
  deleteMail,
  findStoredMail,
  giveUpMail,
  insertMail,
  listDueMails,
  listStoredMails,
  type NewMail,
  nextDueAt,
  postponeMail,
  pruneStoredMails,
} from "../../db/mail.ts";
import { mails } from "../../db/schema.ts";
import { freshDb } from "../support/db.ts";

const day = 24 * 3600_000;

const mail = (changes: Partial<NewMail>): NewMail => ({
  id: "1",
  recipient: "ada@example.org",
  subject: "Verify your address",
  text: "s3cret",
  html: "<p>s3cret</p>",
  createdAt: 0,
  dueAt: 0,
  ...changes,
});

const store = (db: Db, ...news: Partial<NewMail>[]) =>
  Promise.all(news.map((changes) => db.write([insertMail(db, mail(changes))])));

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

Deno.test("Due mails are listed with the longest waiting first, without later ones and those that are stored to be read", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, { id: "later", dueAt: 11 }, { id: "b", dueAt: 10 }, { id: "a", dueAt: 5 }, {
    id: "stored",
    dueAt: null,
  });
  assert.deepEqual(ids(await listDueMails(db, 10, 5)), ["a", "b"]);
  assert.deepEqual(ids(await listDueMails(db, 10, 1)), ["a"]);
  assert.deepEqual(await listDueMails(db, 4, 5), []);
});

Deno.test("The next due time is that of the mail that is due first", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  assert.equal(await nextDueAt(db), null);
  await store(db, { id: "stored", dueAt: null }, { id: "b", dueAt: 20 }, { id: "a", dueAt: 10 });
  assert.equal(await nextDueAt(db), 10);
  await deleteMail(db, "a");
  assert.equal(await nextDueAt(db), 20);
});

Deno.test("A postponed mail stores how often it was tried", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, {});
  await postponeMail(db, "1", { attempts: 3, dueAt: 50 });
  assert.deepEqual(await listDueMails(db, 49, 5), []);
  const [due] = await listDueMails(db, 50, 5);
  assert.equal(due.attempts, 3);
});

Deno.test("A mail that was given up loses its secret at once and is deleted after a month", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, { id: "old" }, { id: "young" }, { id: "waits", dueAt: 31 * day });
  await giveUpMail(db, "old", { attempts: 21, now: 0 });
  assert.deepEqual(await countMails(db), { waiting: 2, failed: 1, kept: 0 });
  assert.equal(await nextDueAt(db), 0);
  await giveUpMail(db, "young", { attempts: 1, now: 31 * day });
  assert.deepEqual(await countMails(db), { waiting: 1, failed: 1, kept: 0 });
  const [young] = await db.q.select().from(mails).where(eq(mails.id, "young"));
  assert.deepEqual([young.dueAt, young.failedAt, young.text, young.html], [null, 31 * day, "", ""]);
});

Deno.test("Stored mails are listed newest first, without those that are waiting or were given up", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(
    db,
    { id: "a", createdAt: 1, dueAt: null },
    { id: "c", createdAt: 2, dueAt: null },
    { id: "b", createdAt: 2, dueAt: null },
    { id: "waits" },
    { id: "failed" },
  );
  await giveUpMail(db, "failed", { attempts: 1, now: 3 });
  assert.deepEqual(ids(await listStoredMails(db, 10)), ["c", "b", "a"]);
  assert.deepEqual(ids(await listStoredMails(db, 2)), ["c", "b"]);
  assert.deepEqual(await findStoredMail(db, "a"), {
    id: "a",
    to: "ada@example.org",
    subject: "Verify your address",
    text: "s3cret",
    createdAt: "1970-01-01T00:00:00.001Z",
  });
  assert.equal(await findStoredMail(db, "waits"), undefined);
  assert.equal(await findStoredMail(db, "failed"), undefined);
});

Deno.test("Pruning leaves the latest stored mails, and all that are waiting", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, { id: "waits" }, ...[1, 2, 3, 4].map((n) => ({ id: `${n}`, createdAt: n, dueAt: null })));
  await pruneStoredMails(db, 2);
  assert.deepEqual(ids(await listStoredMails(db, 10)), ["4", "3"]);
  assert.deepEqual(await countMails(db), { waiting: 1, failed: 0, kept: 2 });
});
