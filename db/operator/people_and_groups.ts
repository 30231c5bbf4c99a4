import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import * as accountLimits from "../../server/contract/account/limits.ts";
import * as operatorLimits from "../../server/contract/operator/limits.ts";
import type { OperatedGroup, Person, PersonState } from "../../server/contract/operator/shapes.ts";
import { hasUnusedLink } from "../account/added_people.ts";
import { lastSeq } from "../chat/revisions.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { isoFrom, type Page, pageOf } from "../engine/query.ts";
import { isLive } from "../groups/deletion.ts";
import { groups, mails, pushSubscriptions, sessions, totps, users } from "../schema.ts";
import { auditRow, type NewAuditRow } from "./audit.ts";

const personColumns = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  profileImage: users.profileImage,
  email: users.email,
  verified: isNotNull(users.verifiedAt).mapWith(Boolean),
  hasTwoStep: sql`exists (select 1 from totps where user_id = ${users.id} and confirmed_at is not null)`
    .mapWith(Boolean),
  hasUnusedLink: hasUnusedLink.mapWith(Boolean),
  createdAt: isoFrom(users.createdAt),
  lastSeenAt: isoFrom(users.lastSeenAt),
  disabledAt: isoFrom(users.disabledAt),
  deletesAt: isoFrom(users.deletesAt),
};

const inState: Record<PersonState, SQL> = {
  unseen: isNull(users.lastSeenAt),
  unverified: isNull(users.verifiedAt),
  disabled: isNotNull(users.disabledAt),
};

/** Without the guests and the fictitious members of the demo. */
export async function listPeople(
  db: Db,
  { query = "", state, after }: { query?: string; state?: PersonState; after?: string },
): Promise<Page<Person>> {
  const wanted = query.toWellFormed().replace(/\p{Cc}/gu, " ").trim().toLowerCase().slice(0, accountLimits.email.max);
  const ids = wanted ? await findMatches(db, wanted, after) : undefined;
  const isFound = and(state && inState[state], ids ? inArray(users.id, ids) : after ? lt(users.id, after) : undefined);
  const isShown = and(isNull(users.deletedAt), isNull(users.guestUntil), isFound);
  const rows = await db.q.select(personColumns).from(users).where(isShown).orderBy(desc(users.id))
    .limit(operatorLimits.page + 1);
  return pageOf(rows, operatorLimits.page);
}

/** The people of `listPeople`, all and in each state. No more than `counted` are looked at: that takes 20 ms. */
export const countPeople = async (db: Db): Promise<Record<PersonState | "all", number>> => {
  const within = (isIn: SQL.Aliased) => sql<number>`count(*) filter (where ${isIn})`;
  const first = db.q.select({
    unseen: inState.unseen.as("unseen"),
    unverified: inState.unverified.as("unverified"),
    disabled: inState.disabled.as("disabled"),
  }).from(users)
    .where(and(isNull(users.deletedAt), isNull(users.guestUntil))).limit(operatorLimits.counted).as("first");
  return (await db.q.select({
    all: sql<number>`count(*)`,
    unseen: within(first.unseen),
    unverified: within(first.unverified),
    disabled: within(first.disabled),
  }).from(first).get())!;
};

/** One query for each way to match: the thread is free between them. */
async function findMatches(db: Db, wanted: string, after?: string): Promise<string[]> {
  const begins = (column: string) =>
    sql`select id from users where deleted_at is null
      and ${sql.raw(column)} >= ${wanted} and ${sql.raw(column)} < ${`${wanted}\u{10ffff}`}`;
  const words = wanted.split(/\s+/).map((word) => `"${word.replaceAll('"', '""')}"*`).join(" AND ");
  // Deleted accounts are left out by their username: asking each row takes five times as long.
  const named = sql`select user_id as id from user_words cross join user_numbers on number = user_words.rowid
    where user_words match ${`(${words}) NOT username : ^ "deleted"`}`;
  const ids: string[] = [];
  for (const matches of [begins("email"), begins("username"), named]) {
    const rows = await db.q.all<{ id: string }>(sql`select id from (${matches})
      where id not in (select id from users where guest_until is not null)
        and ${after ? sql`+id < ${after}` : sql`1`} order by +id desc limit ${operatorLimits.page + 1}`);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

export const findPerson = (db: Db, id: string): Promise<Person | undefined> =>
  db.q.select(personColumns).from(users).where(and(eq(users.id, id), isNull(users.deletedAt))).get();

export const findPersonByEmail = (db: Db, email: string): Promise<Person | undefined> =>
  db.q.select(personColumns).from(users).where(eq(users.email, email)).get();

export const disablePerson = (db: Db, id: string, audit: NewAuditRow) =>
  changesRows(db, [
    db.q.update(users).set({ disabledAt: audit.at })
      .where(and(eq(users.id, id), isNull(users.disabledAt), isNull(users.deletedAt))),
    auditRow(db, audit, { onlyAfterChange: true }),
    db.q.delete(sessions).where(eq(sessions.userId, id)),
    db.q.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id)),
    db.q.delete(mails).where(and(
      isNotNull(mails.dueAt),
      eq(mails.recipient, sql`(select email from users where id = ${id} and disabled_at is not null)`),
    )),
  ]);

export const enablePerson = (db: Db, id: string, audit: NewAuditRow) =>
  changesRows(db, [
    db.q.update(users).set({ disabledAt: null }).where(and(eq(users.id, id), isNotNull(users.disabledAt))),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);

export const endSessionsOf = (db: Db, id: string, audit: NewAuditRow) =>
  db.write([db.q.delete(sessions).where(eq(sessions.userId, id)), auditRow(db, audit)]);

export const startOperatorTerm = (db: Db, emails: string[], now: number) =>
  db.write([
    db.q.update(users).set({ operatesSince: now })
      .where(and(inArray(users.email, emails), isNotNull(users.verifiedAt), isNull(users.operatesSince))),
  ], shortWait);

export async function findSecondStep(db: Db, sessionHash: string) {
  const row = await db.q.select({
    operatesSince: users.operatesSince,
    isTwoStep: sessions.isTwoStep,
    codesSince: totps.confirmedAt,
  }).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).leftJoin(totps, eq(totps.userId, users.id))
    .where(eq(sessions.hash, sessionHash)).get();
  return row && { operatesSince: row.operatesSince, hasOne: row.isTwoStep || row.codesSince !== null };
}

/** Without those of the demo's guests. */
export async function listAllGroups(db: Db, after?: string): Promise<Page<OperatedGroup>> {
  const rows = await db.q.select({
    id: groups.id,
    groupName: groups.groupName,
    createdBy: groups.createdBy,
    creator: users.username,
    members: sql<number>`(select count(*) from members where group_id = ${groups.id})`,
    messages: sql<number>`${lastSeq(groups.id)}`,
    createdAt: isoFrom(groups.createdAt),
    activeAt: isoFrom(groups.activeAt),
  }).from(groups).innerJoin(users, eq(users.id, groups.createdBy))
    .where(and(isLive, eq(groups.kind, "group"), isNull(users.guestUntil), after ? lt(groups.id, after) : undefined))
    .orderBy(desc(groups.id)).limit(operatorLimits.page + 1);
  return pageOf(rows, operatorLimits.page);
}

export const findGroupCreator = (db: Db, id: string) =>
  db.q.select({ createdBy: groups.createdBy, groupName: groups.groupName }).from(groups)
    .where(and(eq(groups.id, id), eq(groups.kind, "group"), isLive)).get();
