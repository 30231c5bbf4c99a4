/**
 * The mail queue: mails that wait to be sent, those that were given up, and those that are stored to be read at
 * /dev/mail.
 */
import { and, asc, count, desc, eq, isNull, lt, lte, min, notInArray } from "drizzle-orm";
import { type Db, shortWait, type Statement } from "./client.ts";
import { mails } from "./schema.ts";
import { iso } from "./columns.ts";

export interface NewMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: number;
  /** When to try first; null for a mail that is stored and never sent. */
  dueAt: number | null;
}

/** A mail that is due. */
export interface DueMail extends Omit<NewMail, "dueAt"> {
  /** How many tries have failed. */
  attempts: number;
}

/** The statement that adds a mail to the queue. */
export const insertMail = (db: Db, mail: NewMail): Statement => db.q.insert(mails).values(mail);

/** The statements that add a mail to the queue and delete it again: a write that leaves nothing behind. */
export const insertAndDeleteMail = (
  db: Db,
  mail: NewMail,
): [Statement, Statement] => [insertMail(db, mail), remove(db, mail.id)];

/** The mails that are due, the longest waiting first. */
export const listDueMails = (db: Db, now: number, limit: number): Promise<DueMail[]> =>
  db.q.select({ ...storedColumns, html: mails.html, attempts: mails.attempts }).from(mails)
    .where(lte(mails.dueAt, now)).orderBy(asc(mails.dueAt), asc(mails.id)).limit(limit);

/** When the next mail is due; null when none is waiting. */
export async function nextDueAt(db: Db): Promise<number | null> {
  const row = await db.q.select({ at: min(mails.dueAt) }).from(mails).get();
  return row?.at ?? null;
}

/** Deletes a mail that was sent: it holds a secret. */
export const deleteMail = (db: Db, id: string) => db.write([remove(db, id)]);

const remove = (db: Db, id: string) => db.q.delete(mails).where(eq(mails.id, id));

/** Stores a failed try, and when to try again. */
export const postponeMail = (db: Db, id: string, { attempts, dueAt }: { attempts: number; dueAt: number }) =>
  db.write([db.q.update(mails).set({ attempts, dueAt }).where(eq(mails.id, id))]);

const failedMailLifetime = 30 * 24 * 3600_000;

/** Gives a mail up. Its text, which holds a secret, is deleted at once, and its row after 30 days. */
export const giveUpMail = (db: Db, id: string, { attempts, now }: { attempts: number; now: number }) =>
  db.write([
    db.q.update(mails).set({ attempts, dueAt: null, failedAt: now, text: "", html: "" }).where(eq(mails.id, id)),
    db.q.delete(mails).where(lt(mails.failedAt, now - failedMailLifetime)),
  ]);

/** How many mails are in which state. The keys are labels of the metric `chapterhouse_mails`. */
export async function countMails(db: Db): Promise<{ waiting: number; failed: number; kept: number }> {
  const row = await db.q.select({ all: count(), waiting: count(mails.dueAt), failed: count(mails.failedAt) })
    .from(mails).get();
  const { all, waiting, failed } = row!;
  return { waiting, failed, kept: all - waiting - failed };
}

/** A stored mail, as it is shown at /dev/mail. */
export interface StoredMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** ISO 8601 UTC. */
  createdAt: string;
}

const isStored = and(isNull(mails.dueAt), isNull(mails.failedAt));

const storedColumns = {
  id: mails.id,
  recipient: mails.recipient,
  subject: mails.subject,
  text: mails.text,
  createdAt: mails.createdAt,
};

/** The latest stored mails, newest first. */
export async function listStoredMails(db: Db, limit: number): Promise<StoredMail[]> {
  const rows = await db.q.select(storedColumns).from(mails).where(isStored).orderBy(...newestFirst).limit(limit);
  return rows.map(asStoredMail);
}

/** A stored mail; mails that wait to be sent are not found. */
export async function findStoredMail(db: Db, id: string): Promise<StoredMail | undefined> {
  const row = await db.q.select(storedColumns).from(mails).where(and(isStored, eq(mails.id, id))).get();
  return row && asStoredMail(row);
}

/** Deletes all stored mails but the latest. */
export const pruneStoredMails = (db: Db, latest: number) =>
  db.write([
    db.q.delete(mails).where(and(
      isStored,
      notInArray(
        mails.id,
        db.q.select({ id: mails.id }).from(mails).where(isStored).orderBy(...newestFirst).limit(latest),
      ),
    )),
  ], shortWait);

// Ids rise with time, and so order mails of the same millisecond.
const newestFirst = [desc(mails.createdAt), desc(mails.id)];

const asStoredMail = ({ recipient, createdAt, ...mail }: Omit<DueMail, "html" | "attempts">): StoredMail => ({
  ...mail,
  to: recipient,
  createdAt: iso(createdAt),
});
