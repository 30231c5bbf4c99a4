import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import * as operatorLimits from "../../server/contract/operator/limits.ts";
import { noticesTexts } from "../../server/contract/notices/texts.ts";
import type { QueuedMail } from "../../server/contract/operator/shapes.ts";
import { changesRows, type Db, shortWait, type Statement } from "../engine/client.ts";
import { databaseNow, isoFrom, type Page, pageOf } from "../engine/query.ts";
import { auditRow, type NewAuditRow } from "../operator/audit.ts";
import { mails } from "../schema.ts";

export interface NewMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: number;
  /** When to try first; null for a mail that is stored and never sent. */
  dueAt: number | null;
  unsubscribeUrl?: string | null;
  /** Of the meetings that it is about. */
  calendar?: string | null;
}

interface Claim {
  id: string;
  /** By the clock of the database's machine. No two claims to a mail end at the same time. */
  claimedUntil: number;
}

export interface ClaimedMail extends Omit<NewMail, "dueAt">, Claim {
  attempts: number;
}

/** Every mail is inserted by this statement: none to the address of an account that an operator has disabled. */
export const mailInsertion = (
  { id, recipient, subject, text, html, createdAt, dueAt, unsubscribeUrl = null, calendar = null }: NewMail,
  where: SQL = sql`true`,
): SQL =>
  sql`insert into mails (id, recipient, subject, text, html, created_at, due_at, unsubscribe_url, calendar)
    select ${id}, ${recipient}, ${subject}, ${text}, ${html}, ${createdAt}, ${dueAt}, ${unsubscribeUrl}, ${calendar}
    where not exists (select 1 from users where email = ${recipient} and disabled_at is not null) and ${where}`;

export const insertMail = (db: Db, mail: NewMail): Statement => db.q.run(mailInsertion(mail));

export const insertMailTo = (db: Db, userId: string, mail: NewMail): Statement =>
  db.q.run(mailInsertion(mail, sql`exists (select 1 from users where id = ${userId})`));

/** Milliseconds: longer than a try to send a mail takes. */
const claimLifetime = 120_000;

const isFree = or(isNull(mails.claimedUntil), lte(mails.claimedUntil, databaseNow));

export async function claimDueMails(db: Db, now: number, limit: number): Promise<ClaimedMail[]> {
  const due = db.q.select({ id: mails.id }).from(mails).where(and(lte(mails.dueAt, now), isFree))
    .orderBy(asc(mails.dueAt), asc(mails.id)).limit(limit);
  const [claimed] = await db.write([
    db.q.update(mails).set({ claimedUntil: sql`${databaseNow} + ${claimLifetime}` }).where(inArray(mails.id, due))
      .returning({
        id: mails.id,
        recipient: mails.recipient,
        subject: mails.subject,
        text: mails.text,
        html: mails.html,
        createdAt: mails.createdAt,
        unsubscribeUrl: mails.unsubscribeUrl,
        calendar: mails.calendar,
        attempts: mails.attempts,
        claimedUntil: sql<number>`${mails.claimedUntil}`,
      }),
  ]);
  return claimed;
}

const maxClaimed = 1000;

export async function nextDueIn(db: Db, now: number): Promise<number | null> {
  const first = db.q.select({ dueAt: mails.dueAt, claimedUntil: mails.claimedUntil }).from(mails)
    .where(isNotNull(mails.dueAt)).orderBy(asc(mails.dueAt)).limit(maxClaimed).as("first");
  const pause = sql<number | null>`min(max(
    ${first.dueAt} - ${now}, coalesce(${first.claimedUntil}, 0) - ${databaseNow}))`;
  const row = await db.q.select({ pause }).from(first).get();
  return row!.pause;
}

export const releaseMail = (db: Db, claim: Claim) =>
  db.write([db.q.update(mails).set({ claimedUntil: null }).where(isOf(claim))]);

/** Of a crash, for a service that is alone on its database. Usually there are none, and nothing is written. */
export async function releaseAllMails(db: Db): Promise<void> {
  const left = isNotNull(mails.claimedUntil);
  const any = await db.q.select({ id: mails.id }).from(mails).where(left).limit(1).get();
  if (any) await db.write([db.q.update(mails).set({ claimedUntil: null }).where(left)]);
}

const isOf = ({ id, claimedUntil }: Claim) => and(eq(mails.id, id), eq(mails.claimedUntil, claimedUntil));

/** Also if another instance has claimed it since: its text is a secret. */
export const deleteMail = (db: Db, id: string) => db.write([remove(db, id)]);

const remove = (db: Db, id: string) => db.q.delete(mails).where(eq(mails.id, id));

export const postponeMail = (db: Db, claim: Claim, { attempts, dueAt }: { attempts: number; dueAt: number }) =>
  db.write([db.q.update(mails).set({ attempts, dueAt, claimedUntil: null }).where(isOf(claim))]);

const failedMailLifetime = 30 * 24 * 3600_000;

/** Its text, which holds a secret, is deleted at once, and its row after 30 days. */
export const giveUpMail = (db: Db, claim: Claim, { attempts, now }: { attempts: number; now: number }) =>
  db.write([
    db.q.update(mails).set({
      attempts,
      dueAt: null,
      claimedUntil: null,
      failedAt: now,
      text: "",
      html: "",
      calendar: null,
    })
      .where(isOf(claim)),
    db.q.delete(mails).where(lt(mails.failedAt, now - failedMailLifetime)),
  ]);

export async function countMails(db: Db): Promise<{ waiting: number; failed: number; stored: number }> {
  const row = await db.q.select({ all: count(), waiting: count(mails.dueAt), failed: count(mails.failedAt) })
    .from(mails).get();
  const { all, waiting, failed } = row!;
  return { waiting, failed, stored: all - waiting - failed };
}

export interface StoredMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: string;
}

const isStored = and(isNull(mails.dueAt), isNull(mails.failedAt));

const storedColumns = {
  id: mails.id,
  to: mails.recipient,
  subject: mails.subject,
  text: mails.text,
  createdAt: isoFrom(mails.createdAt),
};

export const listStoredMails = (db: Db, limit: number): Promise<StoredMail[]> =>
  db.q.select(storedColumns).from(mails).where(isStored).orderBy(...newestFirst).limit(limit);

export const findStoredMail = (db: Db, id: string): Promise<StoredMail | undefined> =>
  db.q.select(storedColumns).from(mails).where(and(isStored, eq(mails.id, id))).get();

export const pruneStoredMails = (db: Db, latest: number) => {
  const latestIds = db.q.select({ id: mails.id }).from(mails).where(isStored).orderBy(...newestFirst).limit(latest);
  return db.write([db.q.delete(mails).where(and(isStored, not(inArray(mails.id, latestIds))))], shortWait);
};

// Ids rise with time, and so order mails of the same millisecond.
const newestFirst = [desc(mails.createdAt), desc(mails.id)];

export async function listQueuedMails(db: Db, after?: string): Promise<Page<QueuedMail>> {
  const rows = await db.q.select({
    id: mails.id,
    to: mails.recipient,
    // Only mails of notices can be unsubscribed from: their subjects may say who wrote to whom.
    subject: sql<string>`iif(mails.unsubscribe_url is null, mails.subject, ${noticesTexts.title})`,
    createdAt: isoFrom(mails.createdAt),
    attempts: mails.attempts,
    dueAt: isoFrom(mails.dueAt),
    failedAt: isoFrom(mails.failedAt),
  }).from(mails)
    .where(and(or(isNotNull(mails.dueAt), isNotNull(mails.failedAt)), after ? gt(mails.id, after) : undefined))
    .orderBy(asc(mails.id)).limit(operatorLimits.page + 1);
  return pageOf(rows, operatorLimits.page);
}

export const findRecipient = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.q.select({ to: mails.recipient }).from(mails).where(eq(mails.id, id)).get())?.to;

/** Unless it is being sent right now, or was given up, so that its text is gone. */
export const retryMail = (db: Db, id: string, audit: NewAuditRow) =>
  changesRows(db, [
    db.q.update(mails).set({ dueAt: audit.at })
      .where(and(eq(mails.id, id), isNotNull(mails.dueAt))),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);

export const dropMail = (db: Db, id: string, audit: NewAuditRow) =>
  changesRows(db, [
    db.q.delete(mails).where(and(eq(mails.id, id), or(isNotNull(mails.dueAt), isNotNull(mails.failedAt)))),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);
