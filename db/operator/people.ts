/** What operators see and do. Whether somebody is one is for the settings to say, not for the database. */
import * as accountLimits from "../../server/contract/account/limits.ts";
import * as operatorLimits from "../../server/contract/operator/limits.ts";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { DayCountName } from "../../server/contract/operator/numbers.ts";
import { auditRow, type NewAuditRow } from "./audit.ts";
import { type Db, shortWait, type Statement } from "../engine/client.ts";
import { iso } from "../people/columns.ts";
import { type Page, pageOf } from "../engine/page.ts";
import { announcements, dayCounts, groups, mails, pushSubscriptions, sessions, totps, users } from "../schema.ts";

const { page } = operatorLimits.operator;
const orNull = (at: number | null) => at === null ? null : iso(at);

const personColumns = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  email: users.email,
  verifiedAt: users.verifiedAt,
  createdAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
  disabledAt: users.disabledAt,
  deletesAt: users.deletesAt,
};

/** Somebody with an account, for operators. */
export interface Person {
  id: string;
  username: string;
  fullName: string | null;
  email: string;
  verified: boolean;
  createdAt: string;
  lastSeenAt: string | null;
  disabledAt: string | null;
  deletesAt: string | null;
}

const asPerson = ({ verifiedAt, createdAt, lastSeenAt, disabledAt, deletesAt, ...row }: {
  [Key in keyof typeof personColumns]: typeof personColumns[Key]["_"]["notNull"] extends true
    ? typeof personColumns[Key]["_"]["data"]
    : typeof personColumns[Key]["_"]["data"] | null;
}): Person => ({
  ...row,
  verified: verifiedAt !== null,
  createdAt: iso(createdAt),
  lastSeenAt: orNull(lastSeenAt),
  disabledAt: orNull(disabledAt),
  deletesAt: orNull(deletesAt),
});

/**
 * A page of the people whose address or username begins with the query, or with a name of these words; without one of
 * all, the newest first.
 *
 * @param after the id of one of them
 */
export async function listPeople(
  db: Db,
  { query = "", after }: { query?: string; after?: string },
): Promise<Page<Person>> {
  const wanted = query.toWellFormed().replace(/\p{Cc}/gu, " ").trim().toLowerCase().slice(0, accountLimits.email.max);
  const ids = wanted ? await findMatches(db, wanted, after) : undefined;
  const isFound = ids ? inArray(users.id, ids) : after ? lt(users.id, after) : undefined;
  const rows = await db.q.select(personColumns).from(users).where(and(isNull(users.deletedAt), isFound))
    .orderBy(desc(users.id)).limit(page + 1);
  return pageOf(rows.map(asPerson), page);
}

/** The ids of a page, and maybe more. One query for each way to match: the thread is free between them. */
async function findMatches(db: Db, wanted: string, after?: string): Promise<string[]> {
  const begins = (column: string) =>
    sql`select id from users where deleted_at is null
      and ${sql.raw(column)} >= ${wanted} and ${sql.raw(column)} < ${`${wanted}\u{10ffff}`}`;
  const words = wanted.split(/\s+/).map((word) => `"${word.replaceAll('"', '""')}"*`).join(" AND ");
  // What is left of deleted accounts (see `db/account/deletion.ts`) is left out by its username: asking each row takes five
  // times as long.
  const named = sql`select user_id as id from user_words cross join user_numbers on number = user_words.rowid
    where user_words match ${`(${words}) NOT username : ^ "deleted"`}`;
  const ids: string[] = [];
  for (const matches of [begins("email"), begins("username"), named]) {
    const rows = await db.q.all<{ id: string }>(sql`select id from (${matches})
      where ${after ? sql`+id < ${after}` : sql`1`} order by +id desc limit ${page + 1}`);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Somebody by their id; undefined once their account is deleted. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await db.q.select(personColumns).from(users).where(and(eq(users.id, id), isNull(users.deletedAt))).get();
  return row && asPerson(row);
}

/** By their address; for tasks. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  const row = await db.q.select(personColumns).from(users).where(eq(users.email, email)).get();
  return row && asPerson(row);
}

/**
 * Lets somebody sign in no more: all their sessions end, and what waits to be mailed to them is not sent. False where
 * they are disabled already, or there is nobody.
 */
export async function disablePerson(db: Db, id: string, audit: NewAuditRow): Promise<boolean> {
  const [disabled] = await db.write([
    db.q.update(users).set({ disabledAt: audit.at })
      .where(and(eq(users.id, id), isNull(users.disabledAt), isNull(users.deletedAt))).returning({ id: users.id }),
    auditRow(db, audit, { onlyAfterChange: true }),
    db.q.delete(sessions).where(eq(sessions.userId, id)),
    db.q.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id)),
    db.q.delete(mails).where(and(
      isNotNull(mails.dueAt),
      eq(mails.recipient, sql`(select email from users where id = ${id} and disabled_at is not null)`),
    )),
  ]);
  return disabled.length > 0;
}

/** Lets somebody sign in again. False where they may already. */
export async function enablePerson(db: Db, id: string, audit: NewAuditRow): Promise<boolean> {
  const [enabled] = await db.write([
    db.q.update(users).set({ disabledAt: null }).where(and(eq(users.id, id), isNotNull(users.disabledAt)))
      .returning({ id: users.id }),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);
  return enabled.length > 0;
}

/** Ends all sessions of somebody. */
export const endSessionsOf = (db: Db, id: string, audit: NewAuditRow) =>
  db.write([db.q.delete(sessions).where(eq(sessions.userId, id)), auditRow(db, audit)]);

/** Stores an act that is done by other means. */
export const insertAudit = (db: Db, audit: NewAuditRow) => db.write([auditRow(db, audit)]);

/** A group, for operators. */
export interface OperatedGroup {
  id: string;
  groupName: string;
  createdBy: string;
  creator: string;
  members: number;
  messages: number;
  createdAt: string;
  activeAt: string;
}

/** The groups, the newest first. @param after the id of one of them */
export async function listAllGroups(db: Db, after?: string): Promise<Page<OperatedGroup>> {
  const rows = await db.q.select({
    id: groups.id,
    groupName: groups.groupName,
    createdBy: groups.createdBy,
    creator: users.username,
    members: sql<number>`(select count(*) from members where group_id = ${groups.id})`,
    messages: sql<number>`(select coalesce(max(seq), 0) from messages where group_id = ${groups.id})`,
    createdAt: groups.createdAt,
    activeAt: groups.activeAt,
  }).from(groups).innerJoin(users, eq(users.id, groups.createdBy))
    .where(and(gt(groups.activeAt, 0), after ? lt(groups.id, after) : undefined))
    .orderBy(desc(groups.id)).limit(page + 1);
  return pageOf(rows.map((row) => ({ ...row, createdAt: iso(row.createdAt), activeAt: iso(row.activeAt) })), page);
}

/** Who made a group that is not deleted. */
export const findGroupCreator = (db: Db, id: string) =>
  db.q.select({ createdBy: groups.createdBy, groupName: groups.groupName }).from(groups)
    .where(and(eq(groups.id, id), gt(groups.activeAt, 0))).get();

/** A mail of the queue, without its text, which holds secrets. */
export interface QueuedMail {
  id: string;
  to: string;
  subject: string;
  createdAt: string;
  attempts: number;
  /** When it is tried next; null where it was given up. */
  dueAt: string | null;
  failedAt: string | null;
}

/** The mails that wait or were given up, the oldest first. @param after the id of one of them */
export async function listQueuedMails(db: Db, after?: string): Promise<Page<QueuedMail>> {
  const rows = await db.q.select({
    id: mails.id,
    to: mails.recipient,
    subject: mails.subject,
    createdAt: mails.createdAt,
    attempts: mails.attempts,
    dueAt: mails.dueAt,
    failedAt: mails.failedAt,
  }).from(mails)
    .where(and(or(isNotNull(mails.dueAt), isNotNull(mails.failedAt)), after ? gt(mails.id, after) : undefined))
    .orderBy(asc(mails.id)).limit(page + 1);
  const asMail = ({ createdAt, dueAt, failedAt, ...row }: typeof rows[number]): QueuedMail => (
    { ...row, createdAt: iso(createdAt), dueAt: orNull(dueAt), failedAt: orNull(failedAt) }
  );
  return pageOf(rows.map(asMail), page);
}

/** To whom a mail goes, or went. */
export const findRecipient = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.q.select({ to: mails.recipient }).from(mails).where(eq(mails.id, id)).get())?.to;

/**
 * Tries a waiting mail at once, unless it is being sent right now. False for one that was given up, whose text is gone,
 * or that is not there.
 */
export async function retryMail(db: Db, id: string, audit: NewAuditRow): Promise<boolean> {
  const [retried] = await db.write([
    db.q.update(mails).set({ dueAt: audit.at })
      .where(and(eq(mails.id, id), isNotNull(mails.dueAt))).returning({ id: mails.id }),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);
  return retried.length > 0;
}

/** Deletes a mail that waits or was given up. */
export async function dropMail(db: Db, id: string, audit: NewAuditRow): Promise<boolean> {
  const [dropped] = await db.write([
    db.q.delete(mails).where(and(eq(mails.id, id), or(isNotNull(mails.dueAt), isNotNull(mails.failedAt))))
      .returning({ id: mails.id }),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);
  return dropped.length > 0;
}

/** How much of what happened since a day (`YYYY-MM-DD`), the earliest first. */
export const listDayCounts = (db: Db, since: string) =>
  db.q.select().from(dayCounts).where(sql`${dayCounts.day} >= ${since}`).orderBy(asc(dayCounts.day));

/** The statement that counts something on a day. */
export const countOn = (db: Db, day: string, { name, count }: { name: DayCountName; count: number }): Statement =>
  db.q.insert(dayCounts).values({ day, name, count })
    .onConflictDoUpdate({ target: [dayCounts.day, dayCounts.name], set: { count: sql`count + ${count}` } });

/** Adds what was counted. */
export async function addCounts(db: Db, day: string, counts: { name: DayCountName; count: number }[]): Promise<void> {
  const [first, ...more] = counts.map((counted) => countOn(db, day, counted));
  if (first) await db.write([first, ...more], shortWait);
}

export interface Announcement {
  /** Another one after each change. */
  id: string;
  text: string;
  endsAt: string;
}

/** What everybody reads on top of every page, if it has not ended. */
export async function findAnnouncement(db: Db, now: number): Promise<Announcement | undefined> {
  const { text, endsAt, createdAt } = announcements;
  const row = await db.q.select({ text, endsAt, createdAt }).from(announcements)
    .where(and(eq(announcements.id, 1), gt(announcements.endsAt, now))).get();
  return row && { id: String(row.createdAt), text: row.text, endsAt: iso(row.endsAt) };
}

/** Shows an announcement in place of the one before; `endsAt` in milliseconds. */
export const saveAnnouncement = (db: Db, { text, endsAt }: { text: string; endsAt: number }, audit: NewAuditRow) =>
  db.write([
    db.q.insert(announcements).values({ id: 1, text, endsAt, createdAt: audit.at })
      .onConflictDoUpdate({ target: announcements.id, set: { text, endsAt, createdAt: audit.at } }),
    auditRow(db, audit),
  ]);

/** False where there is none. */
export async function deleteAnnouncement(db: Db, audit: NewAuditRow): Promise<boolean> {
  const [deleted] = await db.write([
    db.q.delete(announcements).where(eq(announcements.id, 1)).returning({ id: announcements.id }),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);
  return deleted.length > 0;
}

/** Stores since when verified people of these addresses operate the site, where that is not known yet. */
export const startOperatorTerm = (db: Db, emails: string[], now: number) =>
  db.write([
    db.q.update(users).set({ operatesSince: now })
      .where(and(inArray(users.email, emails), isNotNull(users.verifiedAt), isNull(users.operatesSince))),
  ], shortWait);

/** Whether the owner of a session has two-step codes or has given two things, and since when they operate the site. */
export async function findSecondStep(db: Db, sessionHash: string) {
  const row = await db.q.select({
    operatesSince: users.operatesSince,
    isTwoStep: sessions.isTwoStep,
    codesSince: totps.confirmedAt,
  }).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).leftJoin(totps, eq(totps.userId, users.id))
    .where(eq(sessions.hash, sessionHash)).get();
  return row && { operatesSince: row.operatesSince, hasOne: row.isTwoStep || row.codesSince !== null };
}
