/**
 * The mail queue: mails that wait to be sent, those that were given up, and those that are stored to be read at
 * /dev/mail.
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { type Db, shortWait, type Statement } from "../engine/client.ts";
import { mails } from "../schema.ts";
import { databaseNow, iso } from "../people/columns.ts";

export interface NewMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: number;
  /** When to try first; null for a mail that is stored and never sent. */
  dueAt: number | null;
  /** Where a mail program unsubscribes its reader with one click. */
  unsubscribeUrl?: string | null;
}

/** A claim to a mail: nobody else sends it meanwhile. */
export interface Claim {
  id: string;
  /** When it ends, by the clock of the database's machine. No two claims to a mail end at the same time. */
  claimedUntil: number;
}

/** A mail to be sent now. */
export interface ClaimedMail extends Omit<NewMail, "dueAt">, Claim {
  /** How many tries have failed. */
  attempts: number;
}

/**
 * The insertion of a mail into the queue: of every mail. One to the address of an account that an operator has disabled
 * is left out.
 *
 * @param where on what further condition
 */
export const mailInsertion = (
  { id, recipient, subject, text, html, createdAt, dueAt, unsubscribeUrl = null }: NewMail,
  where: SQL = sql`true`,
): SQL =>
  sql`insert into mails (id, recipient, subject, text, html, created_at, due_at, unsubscribe_url)
    select ${id}, ${recipient}, ${subject}, ${text}, ${html}, ${createdAt}, ${dueAt}, ${unsubscribeUrl}
    where not exists (select 1 from users where email = ${recipient} and disabled_at is not null) and ${where}`;

/** The statement that adds a mail to the queue. */
export const insertMail = (db: Db, mail: NewMail): Statement => db.q.run(mailInsertion(mail));

/** The statement that adds a mail to a user to the queue, where there is that user. */
export const insertMailTo = (db: Db, userId: string, mail: NewMail): Statement =>
  db.q.run(mailInsertion(mail, sql`exists (select 1 from users where id = ${userId})`));

/** The statements that add a mail to the queue and delete it again: a write that leaves nothing behind. */
export const insertAndDeleteMail = (
  db: Db,
  mail: NewMail,
): [Statement, Statement] => [insertMail(db, mail), remove(db, mail.id)];

/** Milliseconds: longer than a try to send a mail takes, so that it ends only where its claimant has. */
const claimLifetime = 120_000;

const isFree = or(isNull(mails.claimedUntil), lte(mails.claimedUntil, databaseNow));

/** Claims mails that are due, the longest waiting first, and that nobody else has a claim to. */
export async function claimDueMails(db: Db, now: number, limit: number): Promise<ClaimedMail[]> {
  const due = db.q.select({ id: mails.id }).from(mails).where(and(lte(mails.dueAt, now), isFree))
    .orderBy(asc(mails.dueAt), asc(mails.id)).limit(limit);
  const [claimed] = await db.write([
    db.q.update(mails).set({ claimedUntil: sql`${databaseNow} + ${claimLifetime}` }).where(inArray(mails.id, due))
      .returning({
        ...storedColumns,
        html: mails.html,
        unsubscribeUrl: mails.unsubscribeUrl,
        attempts: mails.attempts,
        claimedUntil: sql<number>`${mails.claimedUntil}`,
      }),
  ]);
  return claimed;
}

/** More than all instances together have claimed at a time. */
const maxClaimed = 1000;

/** Milliseconds until the next mail can be claimed: not above 0 where one can be now; null when none is waiting. */
export async function nextDueIn(db: Db, now: number): Promise<number | null> {
  const first = db.q.select({ dueAt: mails.dueAt, claimedUntil: mails.claimedUntil }).from(mails)
    .where(isNotNull(mails.dueAt)).orderBy(asc(mails.dueAt)).limit(maxClaimed).as("first");
  const pause = sql<number | null>`min(max(
    ${first.dueAt} - ${now}, coalesce(${first.claimedUntil}, 0) - ${databaseNow}))`;
  const row = await db.q.select({ pause }).from(first).get();
  return row!.pause;
}

/** Ends a claim, so that anybody may send the mail. */
export const releaseMail = (db: Db, claim: Claim) =>
  db.write([db.q.update(mails).set({ claimedUntil: null }).where(isOf(claim))]);

/** Ends the claims that a crash has left. For a service that is alone on its database. */
export async function releaseAllMails(db: Db): Promise<void> {
  const left = isNotNull(mails.claimedUntil);
  // Usually there are none, and nothing is written.
  const any = await db.q.select({ id: mails.id }).from(mails).where(left).limit(1).get();
  if (any) await db.write([db.q.update(mails).set({ claimedUntil: null }).where(left)]);
}

/** The mail of a claim, unless that has ended and somebody else has claimed it since. */
const isOf = ({ id, claimedUntil }: Claim) => and(eq(mails.id, id), eq(mails.claimedUntil, claimedUntil));

/** Deletes a mail that was sent, also if another instance has claimed it since: its text is a secret. */
export const deleteMail = (db: Db, id: string) => db.write([remove(db, id)]);

const remove = (db: Db, id: string) => db.q.delete(mails).where(eq(mails.id, id));

/** Stores a failed try, and when to try again. */
export const postponeMail = (db: Db, claim: Claim, { attempts, dueAt }: { attempts: number; dueAt: number }) =>
  db.write([db.q.update(mails).set({ attempts, dueAt, claimedUntil: null }).where(isOf(claim))]);

const failedMailLifetime = 30 * 24 * 3600_000;

/** Gives a mail up. Its text, which holds a secret, is deleted at once, and its row after 30 days. */
export const giveUpMail = (db: Db, claim: Claim, { attempts, now }: { attempts: number; now: number }) =>
  db.write([
    db.q.update(mails).set({ attempts, dueAt: null, claimedUntil: null, failedAt: now, text: "", html: "" })
      .where(isOf(claim)),
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

const asStoredMail = ({ recipient, createdAt, ...mail }: Omit<NewMail, "html" | "dueAt">): StoredMail => ({
  ...mail,
  to: recipient,
  createdAt: iso(createdAt),
});
