/**
 * The end of an account. Its row stays, without a person, for the messages that they wrote: it has nothing of them any
 * more, nobody finds it, and nobody can sign in with it.
 */
import * as accountLimits from "../../server/contract/account/limits.ts";
import { and, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { type Db, shortWait } from "../engine/client.ts";
import { mailInsertion, type NewMail } from "../notices/mail_queue.ts";
import { calledName } from "../people/columns.ts";
import { handOverGroups } from "../groups/handover.ts";
import { forgetBrowsers } from "./known_browsers.ts";
import { deleteKeys } from "./credentials.ts";
import {
  blocks,
  friendships,
  invitationRefusals,
  invitations,
  invites,
  links,
  mails,
  mailSettings,
  members,
  pushSubscriptions,
  reports,
  sessions,
  tickets,
  users,
} from "../schema.ts";

/** Sets when an account is deleted, or with null that it stays. @returns when it is; undefined where it is gone */
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

/** When somebody's account is to be deleted; null where it stays. */
export async function findDeletesAt(db: Db, userId: string): Promise<number | null> {
  const row = await db.q.select({ deletesAt: users.deletesAt }).from(users).where(eq(users.id, userId)).get();
  return row?.deletesAt ?? null;
}

/** The accounts whose time has come, and those of which something is left. */
export async function listDueDeletions(db: Db, now: number): Promise<string[]> {
  const rows = await db.q.select({ id: users.id }).from(users)
    .where(and(isNotNull(users.deletesAt), lte(users.deletesAt, now))).orderBy(users.deletesAt);
  return rows.map(({ id }) => id);
}

/** Of an account that is still there: whom to tell of its end. */
export const findOwner = (db: Db, id: string) =>
  db.q.select({ email: users.email, name: calledName }).from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt))).get();

interface Closing {
  now: number;
  /** The address that the mail about it goes to: an account with another one by now is not closed. */
  email: string;
  mail: NewMail;
  /** Whether only an account whose time has come: its owner may have taken it back meanwhile. */
  onlyIfDue: boolean;
}

/**
 * Closes an account in one write, and queues the mail about it: nobody finds it from then on, and it can do nothing.
 * They leave their groups by `leaveGroups`, and what they had for themselves is deleted by `deletePartOfPerson`.
 *
 * @returns false where it is closed already, or is to stay
 */
export async function closeAccount(
  db: Db,
  id: string,
  { now, email, mail, onlyIfDue }: Closing,
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
      deletedAt: now,
      // Until everything is deleted.
      deletesAt: now,
    }).where(and(
      eq(users.id, id),
      eq(users.email, email),
      isNull(users.deletedAt),
      onlyIfDue ? lte(users.deletesAt, now) : undefined,
    )),
    db.q.delete(sessions).where(eq(sessions.userId, closed)),
    db.q.delete(links).where(eq(links.userId, closed)),
    db.q.delete(tickets).where(eq(tickets.userId, closed)),
    forgetBrowsers(db, closed),
    ...deleteKeys(db, (userId) => eq(userId, closed)),
    db.q.delete(friendships).where(eq(friendships.userA, closed)),
    db.q.delete(friendships).where(eq(friendships.userB, closed)),
    db.q.delete(blocks).where(eq(blocks.userId, closed)),
    db.q.delete(blocks).where(eq(blocks.blockedId, closed)),
    db.q.delete(invites).where(eq(invites.createdBy, closed)),
    db.q.delete(invitations).where(eq(invitations.invitedBy, closed)),
    db.q.delete(invitations).where(and(eq(invitations.email, email), isClosed)),
    db.q.delete(invitationRefusals).where(and(eq(invitationRefusals.email, email), isClosed)),
    db.q.delete(mails).where(and(eq(mails.recipient, email), isClosed)),
    db.q.delete(mailSettings).where(eq(mailSettings.userId, closed)),
    db.q.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, closed)),
    db.q.update(reports).set({ reporterId: null }).where(eq(reports.reporterId, closed)),
    // Also to somebody who was disabled: the address is no account's by now.
    db.q.run(mailInsertion(mail, isClosed)),
  ]);
  return await isTombstone(db, id, tombstone);
}

const isTombstone = async (db: Db, id: string, username: string): Promise<boolean> =>
  await db.q.select({ id: users.id }).from(users).where(and(eq(users.id, id), eq(users.username, username))).get() !==
    undefined;

/** Groups that somebody has left whose account is closed. */
export interface Left {
  groupIds: string[];
  /** Those of them that are somebody else's now, and those that are deleted as nobody else was in them. */
  handedOver: string[];
  emptied: string[];
}

/**
 * Ends some memberships of somebody whose account is closed, and hands over what they made of those groups: few, since
 * whose a group of many members becomes takes a millisecond to find.
 *
 * @returns undefined where none are left
 */
export async function leaveGroups(db: Db, id: string): Promise<Left | undefined> {
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

/** The tables of what somebody wrote or read for themselves, and how many rows of each one commit deletes. */
const ownTables = {
  note_answers: 100,
  notes: 50,
  answers: 100,
  questions: 100,
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

/**
 * Deletes a part of what somebody left whose account is closed. A part is small, so that its commit delays no other.
 *
 * @returns whether there may be more
 */
export async function deletePartOfPerson(db: Db, id: string): Promise<boolean> {
  const isClosed = sql`exists (select 1 from users where id = ${id} and deleted_at is not null)`;
  for (const [table, limit] of Object.entries(ownTables)) {
    const name = sql.raw(table);
    const [{ rowsAffected }] = await db.write([
      db.q.run(sql`delete from ${name} where rowid in (
        select rowid from ${name} where user_id = ${id} and ${isClosed} limit ${limit})`),
    ], shortWait);
    if (rowsAffected > 0) return true;
  }
  await db.write([
    db.q.run(sql`update books set added_by = null where added_by = ${id} and ${isClosed}`),
    db.q.run(sql`update plans set created_by = null where created_by = ${id} and ${isClosed}`),
    db.q.update(users).set({ deletesAt: null }).where(and(eq(users.id, id), isNotNull(users.deletedAt))),
  ], shortWait);
  return false;
}
