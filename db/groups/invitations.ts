/** Invitations into a group by email address, of people with an account and without. */
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { and, desc, eq, gt, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { Invitation } from "../../server/contract/groups/invitations.ts";
import { hasBlocked } from "../people/blocks.ts";
import { type FoundInvite, groupColumns, joinFrom, lastCases } from "./invite_links.ts";
import type { Db } from "../engine/client.ts";
import { faceColumns, iso, publicColumns } from "../people/columns.ts";
import { mailInsertion, type NewMail } from "../notices/mail_queue.ts";
import { isOrganizer, mayStillInvite } from "./roles.ts";
import { groups, invitationRefusals, invitations, members, users } from "../schema.ts";

/** One that can be accepted: who sent it must still be one who may. */
const isGood = (now: number) =>
  and(gt(invitations.expiresAt, now), mayStillInvite(sql`invitations.invited_by`, sql`invitations.group_id`));

/**
 * Whether its receiver wants none into the group: it waits all the same, so that organizers do not
 * learn of it.
 */
const isRefused = sql`exists (select 1 from invitation_refusals refusals
  where refusals.group_id = invitations.group_id and refusals.email = invitations.email)`;

export interface Invitee {
  email: string;
  /** Of the account with this address, where it is verified and can be used. */
  userId: string | null;
  isMember: boolean;
  /** Whether they want no invitation into the group, or none of who invites: then nothing reaches them. */
  refuses: boolean;
  /** When they were last invited. */
  invitedAt: number | null;
}

/** What inviting some addresses has to know of them; never to be answered. */
export async function findInvitees(db: Db, viewerId: string, groupId: string, emails: string[]): Promise<Invitee[]> {
  const rows = await db.q.all<{
    email: string;
    userId: string | null;
    isMember: number;
    refuses: number;
    invitedAt: number | null;
  }>(sql`
    select asked.value as email,
      case when users.verified_at is not null and users.disabled_at is null then users.id end as userId,
      exists (select 1 from members where group_id = ${groupId} and user_id = users.id) as isMember,
      exists (select 1 from invitation_refusals where group_id = ${groupId} and email = asked.value)
        or exists (select 1 from blocks where user_id = users.id and blocked_id = ${viewerId}) as refuses,
      (select created_at from invitations where group_id = ${groupId} and email = asked.value) as invitedAt
    from json_each(${JSON.stringify(emails)}) asked left join users on users.email = asked.value`);
  return rows.map((row) => ({ ...row, isMember: row.isMember === 1, refuses: row.refuses === 1 }));
}

interface NewInvitation {
  id: string;
  email: string;
  /** Of a link that is mailed; without one an earlier link stays good. */
  hash: string | null;
  /** The mail with it. */
  mail?: NewMail;
}

interface Inviting {
  groupId: string;
  invitees: NewInvitation[];
  expiresAt: number;
}

/**
 * Invites, or invites again, by address, and queues the mails. Stores nothing where the viewer is no organizer.
 *
 * @returns who were invited
 */
export async function saveInvitations(
  db: Db,
  viewerId: string,
  { groupId, invitees, expiresAt }: Inviting,
  now: number,
): Promise<string[]> {
  const [first, ...more] = invitees.map(({ id, email, hash }) =>
    db.q.all<{ email: string }>(
      sql`insert into invitations (id, group_id, email, typed_email, hash, invited_by, created_at, expires_at)
      select ${id}, ${groupId}, ${email}, ${email}, ${hash}, ${viewerId}, ${now}, ${expiresAt}
      where ${isOrganizer(viewerId, groupId)}
      on conflict (group_id, email) do update set invited_by = excluded.invited_by, created_at = excluded.created_at,
        expires_at = excluded.expires_at, typed_email = excluded.typed_email, hash = coalesce(excluded.hash, hash)
      returning email`,
    )
  );
  if (!first) return [];
  const mails = invitees.flatMap(({ hash, mail }) =>
    mail ? [db.q.run(mailInsertion(mail, sql`exists (select 1 from invitations where hash = ${hash})`))] : []
  );
  const stored = await db.write([first, ...more, ...mails]);
  return stored.slice(0, invitees.length).flatMap((rows) => (rows as { email: string }[]).map(({ email }) => email));
}

/** An invitation that waits, to the organizers. */
export interface SentInvitation {
  id: string;
  /** As it was typed. */
  email: string;
  createdAt: string;
}

/**
 * The invitations into a group that wait for an answer, the latest first; for organizers only. A page of them and one
 * more.
 *
 * @param before the id of the one before which they were sent
 */
export async function listSentInvitations(
  db: Db,
  viewerId: string,
  { groupId, before }: { groupId: string; before?: string },
  now: number,
) {
  const rows = await db.q.select({
    id: invitations.id,
    email: invitations.typedEmail,
    createdAt: invitations.createdAt,
  }).from(invitations)
    .where(and(eq(invitations.groupId, groupId), isGood(now), isOrganizer(viewerId, groupId), isEarlier(before)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id)).limit(groupsLimits.invitations.listed + 1);
  return rows.map((row): SentInvitation => ({ ...row, createdAt: iso(row.createdAt) }));
}

const isEarlier = (id?: string) =>
  id === undefined
    ? undefined
    : sql`(${invitations.createdAt}, ${invitations.id}) < (select created_at, id from invitations where id = ${id})`;

/** Takes an invitation back. False where the viewer may not, or there is none. */
export async function withdrawInvitation(db: Db, viewerId: string, { groupId, id }: { groupId: string; id: string }) {
  const [removed] = await db.write([
    db.q.delete(invitations)
      .where(and(eq(invitations.id, id), eq(invitations.groupId, groupId), isOrganizer(viewerId, groupId)))
      .returning({ id: invitations.id }),
  ]);
  return removed.length > 0;
}

/**
 * The invitations that wait for the viewer's answer, the latest first: those to their verified address, but of whom they
 * have blocked, and into groups that they want none from. A page of them and one more.
 *
 * @param before the id of the one before which they were sent
 */
export async function listInvitations(
  db: Db,
  viewerId: string,
  now: number,
  before?: string,
): Promise<Invitation[]> {
  const rows = await db.q.select({
    id: invitations.id,
    group: groupColumns,
    invitedBy: publicColumns,
    createdAt: invitations.createdAt,
  }).from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.email, addressOf(db, viewerId)),
        isGood(now),
        gt(groups.activeAt, 0),
        isEarlier(before),
        not(isRefused),
        not(hasBlocked(viewerId, invitations.invitedBy)),
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id)).limit(groupsLimits.invitations.listed + 1);
  return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt) }));
}

/** The verified address of an account. */
const addressOf = (db: Db, userId: string) =>
  sql`(${
    db.q.select({ email: users.email }).from(users).where(and(eq(users.id, userId), isNotNull(users.verifiedAt)))
  })`;

/** By whom an invitation is known: its receiver by its id, the reader of the mail by the hash of the link in it. */
export type Which = { id: string; userId: string } | { hash: string };

const isIt = (db: Db, which: Which): SQL =>
  "hash" in which
    ? eq(invitations.hash, which.hash)
    : and(eq(invitations.id, which.id), eq(invitations.email, addressOf(db, which.userId)))!;

export interface FoundInvitation extends FoundInvite {
  email: string;
}

/** The invitation of a mailed link, good or not; none of a group that is deleted. */
export async function findInvitation(db: Db, hash: string, now: number): Promise<FoundInvitation | undefined> {
  const row = await db.q.select({
    id: invitations.id,
    email: invitations.email,
    groupId: groups.id,
    group: groupColumns,
    invitedBy: faceColumns,
    state: sql<FoundInvite["state"]>`case
      when not ${mayStillInvite(sql`invitations.invited_by`, sql`invitations.group_id`)} then 'revoked'
      ${lastCases(invitations.expiresAt, now)} end`,
  }).from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.hash, hash), gt(groups.activeAt, 0))).get();
  return row;
}

/** Whether an address is invited anywhere. */
export async function isInvited(db: Db, email: string, now: number): Promise<boolean> {
  const row = await db.q.select({ id: invitations.id }).from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .where(and(eq(invitations.email, email), isGood(now), gt(groups.activeAt, 0), not(isRefused))).limit(1).get();
  return row !== undefined;
}

/** What became of an answer: the group, and whether they were not in it before; undefined where there is no invitation. */
export interface Accepted {
  groupId: string;
  isAdded: boolean;
}

/** Makes somebody a member of the group that they are invited into; the invitation is used up. */
export async function acceptInvitation(
  db: Db,
  userId: string,
  which: Which,
  now: number,
): Promise<Accepted | undefined> {
  const it = isIt(db, which);
  const [added, , used] = await db.write([
    joinFrom(db, userId, sql`invitations where ${it} and ${isGood(now)}`, now),
    // Only if the statement before has added them.
    db.q.update(groups).set({ activeAt: now })
      .where(and(eq(groups.id, sql`(select group_id from invitations where ${it})`), sql`changes() > 0`)),
    // Also of somebody who was in it already; a full group leaves it.
    db.q.delete(invitations).where(and(
      it,
      sql`exists (select 1 from ${members} where members.group_id = invitations.group_id and user_id = ${userId})`,
    )).returning({ groupId: invitations.groupId }),
  ]);
  return used[0] && { groupId: used[0].groupId, isAdded: added.length > 0 };
}

/**
 * Declines an invitation.
 *
 * @param never whether there are to be no more from this group
 * @returns whether there was one
 */
export async function declineInvitation(
  db: Db,
  which: Which,
  { never, now }: { never: boolean; now: number },
): Promise<boolean> {
  const it = isIt(db, which);
  const [, declined] = await db.write([
    db.q.run(sql`insert into ${invitationRefusals} (group_id, email, created_at)
      select group_id, email, ${now} from invitations where ${it} and ${never ? 1 : 0} on conflict do nothing`),
    db.q.delete(invitations).where(it).returning({ id: invitations.id }),
  ]);
  return declined.length > 0;
}
