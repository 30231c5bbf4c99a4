/** A row without a person stays for the messages that they wrote. Few rows at a time: no commit is to delay others. */
import { and, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import * as accountLimits from "../../server/contract/account/limits.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { handOverGroups } from "../groups/groups.ts";
import { mailInsertion, type NewMail } from "../notices/mail_queue.ts";
import { calledName } from "../people/columns.ts";
import { members, users } from "../schema.ts";
import { deleteCredentials } from "./credentials.ts";

export async function setDeletesAt(
  db: Db,
  userId: string,
  deletesAt: number | null,
): Promise<number | null | undefined> {
  const [changed] = await db.write([
    // Asked for again, it is not put off.
    db.q.update(users).set({ deletesAt: deletesAt === null ? null : sql`coalesce(${users.deletesAt}, ${deletesAt})` })
      .where(and(eq(users.id, userId), isNull(users.deletedAt))).returning({ deletesAt: users.deletesAt }),
  ]);
  return changed[0]?.deletesAt;
}

export async function findDeletesAt(db: Db, userId: string): Promise<number | null> {
  const row = await db.q.select({ deletesAt: users.deletesAt }).from(users).where(eq(users.id, userId)).get();
  return row?.deletesAt ?? null;
}

export async function listDueDeletions(db: Db, now: number): Promise<string[]> {
  const rows = await db.q.select({ id: users.id }).from(users)
    .where(and(isNotNull(users.deletesAt), lte(users.deletesAt, now))).orderBy(users.deletesAt);
  return rows.map(({ id }) => id);
}

export const findOwner = (db: Db, id: string) =>
  db.q.select({ email: users.email, name: calledName }).from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt))).get();

/** Tables without anything that belongs to others too, each with a column that has its owner's id. */
const privateTables = [
  ["sessions", "user_id"],
  ["known_browsers", "user_id"],
  ["links", "user_id"],
  ["tickets", "user_id"],
  ["friendships", "user_a"],
  ["friendships", "user_b"],
  ["blocks", "user_id"],
  ["blocks", "blocked_id"],
  ["invites", "created_by"],
  ["invitations", "invited_by"],
  ["mail_settings", "user_id"],
  ["push_subscriptions", "user_id"],
];

export async function closeAccount(
  db: Db,
  id: string,
  { now, email, mail, onlyIfDue }: { now: number; email: string | null; mail?: NewMail; onlyIfDue: boolean },
): Promise<boolean> {
  const tombstone = `deleted-${crypto.randomUUID()}`;
  // Nobody, where this write does not close it: then none of its statements changes anything.
  const closed = sql`(select id from users where username = ${tombstone})`;
  const isClosed = sql`exists ${closed}`;
  await db.write([
    db.q.update(users).set({
      username: tombstone,
      email: `${tombstone}@deleted.invalid`,
      passwordHash: "",
      fullName: null,
      profileImage: null,
      bio: null,
      dob: null,
      gender: null,
      linkedin: null,
      instagram: null,
      twitter: null,
      verifiedAt: null,
      verifyBy: null,
      lastSeenAt: null,
      emailVisible: false,
      inviteId: null,
      operatesSince: null,
      addedTo: null,
      deletedAt: now,
      deletesAt: now,
    }).where(and(
      eq(users.id, id),
      sql`${users.email} is ${email}`,
      isNull(users.deletedAt),
      onlyIfDue ? lte(users.deletesAt, now) : undefined,
    )),
    ...deleteCredentials(db, (userId) => eq(userId, closed)),
    ...privateTables.map(([table, owner]) =>
      db.q.run(sql`delete from ${sql.raw(table)} where ${sql.raw(owner)} = ${closed}`)
    ),
    db.q.run(sql`delete from invitations where email = ${email} and ${isClosed}`),
    db.q.run(sql`delete from invitation_refusals where email = ${email} and ${isClosed}`),
    db.q.run(sql`delete from mails where recipient = ${email} and ${isClosed}`),
    db.q.run(sql`update reports set reporter_id = null where reporter_id = ${closed}`),
    // Also to somebody who was disabled: the address is no account's by now.
    ...mail ? [db.q.run(mailInsertion(mail, isClosed))] : [],
  ]);
  const row = await db.q.select({ username: users.username }).from(users).where(eq(users.id, id)).get();
  return row?.username === tombstone;
}

interface LeftGroups {
  groupIds: string[];
  handedOver: string[];
  emptied: string[];
}

/** Few at a time, since whose a group of many members becomes takes a millisecond to find. */
export async function leaveGroups(db: Db, id: string): Promise<LeftGroups | undefined> {
  const rows = await db.q.select({ groupId: members.groupId }).from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.userId, id), isNotNull(users.deletedAt))).limit(accountLimits.deletion.groups);
  const groupIds = rows.map(({ groupId }) => groupId);
  if (groupIds.length === 0) return undefined;
  const [handedOver, , emptied] = await db.write([
    ...handOverGroups(db, id, groupIds),
    db.q.delete(members).where(and(eq(members.userId, id), inArray(members.groupId, groupIds))),
  ], shortWait);
  return {
    groupIds,
    handedOver: handedOver.map(({ groupId }) => groupId),
    emptied: emptied.map(({ groupId }) => groupId),
  };
}

const ownTables = {
  highlight_answers: 100,
  highlights: 50,
  note_answers: 100,
  notes: 50,
  answers: 100,
  questions: 100,
  reviews: 100,
  reading_goals: 100,
  meeting_replies: 200,
  poll_votes: 200,
  book_interests: 200,
  imported_highlights: 200,
  thread_reads: 200,
  join_requests: 200,
  calendars: 200,
  progress: 200,
  reader_settings: 200,
  reading_days: 200,
  library: 200,
  reactions: 200,
  mentions: 200,
  unveilings: 200,
  timer_readers: 200,
  notices: 200,
};

/** What stays without its author, and the columns that name them. */
const signedTables = {
  books: "added_by",
  notices: "actor_id",
  book_changes: "user_id",
  book_texts: "added_by",
  plans: "created_by",
  meetings: "created_by",
  polls: "created_by",
};

/** Columns that name nobody any more once all batches are deleted. */
export const emptiedColumns: string[] = [
  ...privateTables.map(([table, column]) => `${table}.${column}`),
  ...Object.keys(ownTables).map((table) => `${table}.user_id`),
  ...Object.entries(signedTables).map(([table, column]) => `${table}.${column}`),
];

export async function deleteBatchOfPerson(db: Db, id: string): Promise<boolean> {
  const isClosed = sql`exists (select 1 from users where id = ${id} and deleted_at is not null)`;
  for (const [table, limit] of Object.entries(ownTables)) {
    const name = sql.raw(table);
    const some = sql`select rowid from ${name} where user_id = ${id} and ${isClosed} limit ${limit}`;
    if (await changesRows(db, [db.q.run(sql`delete from ${name} where rowid in (${some})`)], shortWait)) return true;
  }
  for (const [table, column] of Object.entries(signedTables)) {
    const [name, owner] = [sql.raw(table), sql.raw(column)];
    const some = sql`select rowid from ${name} where ${owner} = ${id} and ${isClosed} limit 500`;
    const unsigned = db.q.run(sql`update ${name} set ${owner} = null where rowid in (${some})`);
    if (await changesRows(db, [unsigned], shortWait)) return true;
  }
  await db.write([
    db.q.update(users).set({ deletesAt: null }).where(and(eq(users.id, id), isNotNull(users.deletedAt))),
  ], shortWait);
  return false;
}
