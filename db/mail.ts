/** The mail queue: mails that wait to be sent, those that were given up, and those that are kept to be read here. */
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
  /** When to try first; null keeps the mail instead of sending it. */
  dueAt: number | null;
}

/** A mail whose time has come. */
export interface DueMail extends Omit<NewMail, "dueAt"> {
  /** How often it was tried in vain. */
  attempts: number;
}

/** The statement that puts a mail into the queue. */
export const insertMail = (db: Db, mail: NewMail): Statement => db.q.insert(mails).values(mail);

/** The statements that put a mail into the queue and take it out again: the same work, of which nothing is left. */
export const insertAndDeleteMail = (
  db: Db,
  mail: NewMail,
): [Statement, Statement] => [insertMail(db, mail), remove(db, mail.id)];

/** What is due, the longest waiting first. */
export const listDueMails = (db: Db, now: number, limit: number): Promise<DueMail[]> =>
  db.q.select({ ...keptColumns, html: mails.html, attempts: mails.attempts }).from(mails)
    .where(lte(mails.dueAt, now)).orderBy(asc(mails.dueAt), asc(mails.id)).limit(limit);

/** When the next mail is due; null when none waits. */
export async function nextDueAt(db: Db): Promise<number | null> {
  const row = await db.q.select({ at: min(mails.dueAt) }).from(mails).get();
  return row?.at ?? null;
}

/** Forgets a mail that was sent: it holds a secret. */
export const deleteMail = (db: Db, id: string) => db.write([remove(db, id)]);

const remove = (db: Db, id: string) => db.q.delete(mails).where(eq(mails.id, id));

/** Notes a try in vain, and when to try again. */
export const postponeMail = (db: Db, id: string, { attempts, dueAt }: { attempts: number; dueAt: number }) =>
  db.write([db.q.update(mails).set({ attempts, dueAt }).where(eq(mails.id, id))]);

const failedMailLifetime = 30 * 24 * 3600_000;

/** Gives a mail up. Its parts, which hold a secret, go at once, and what is left of it after 30 days. */
export const giveUpMail = (db: Db, id: string, { attempts, now }: { attempts: number; now: number }) =>
  db.write([
    db.q.update(mails).set({ attempts, dueAt: null, failedAt: now, text: "", html: "" }).where(eq(mails.id, id)),
    db.q.delete(mails).where(lt(mails.failedAt, now - failedMailLifetime)),
  ]);

/** How many mails are in which state. */
export async function countMails(db: Db): Promise<{ waiting: number; failed: number; kept: number }> {
  const row = await db.q.select({ all: count(), waiting: count(mails.dueAt), failed: count(mails.failedAt) })
    .from(mails).get();
  const { all, waiting, failed } = row!;
  return { waiting, failed, kept: all - waiting - failed };
}

/** A kept mail, as its reader sees it. */
export interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** ISO 8601 UTC. */
  createdAt: string;
}

const kept = and(isNull(mails.dueAt), isNull(mails.failedAt));

const keptColumns = {
  id: mails.id,
  recipient: mails.recipient,
  subject: mails.subject,
  text: mails.text,
  createdAt: mails.createdAt,
};

/** The latest kept mails, newest first. */
export async function listKeptMails(db: Db, limit: number): Promise<KeptMail[]> {
  const rows = await db.q.select(keptColumns).from(mails).where(kept).orderBy(...newestFirst).limit(limit);
  return rows.map(asKeptMail);
}

/** A kept mail, if it is one: a mail that waits to be sent is nobody's to read here. */
export async function findKeptMail(db: Db, id: string): Promise<KeptMail | undefined> {
  const row = await db.q.select(keptColumns).from(mails).where(and(kept, eq(mails.id, id))).get();
  return row && asKeptMail(row);
}

/** Forgets all kept mails but the latest. */
export const pruneKeptMails = (db: Db, latest: number) =>
  db.write([
    db.q.delete(mails).where(and(
      kept,
      notInArray(mails.id, db.q.select({ id: mails.id }).from(mails).where(kept).orderBy(...newestFirst).limit(latest)),
    )),
  ], shortWait);

// Ids rise with time, so they settle what happened within one millisecond.
const newestFirst = [desc(mails.createdAt), desc(mails.id)];

const asKeptMail = ({ recipient, createdAt, ...mail }: Omit<DueMail, "html" | "attempts">): KeptMail => ({
  ...mail,
  to: recipient,
  createdAt: iso(createdAt),
});
