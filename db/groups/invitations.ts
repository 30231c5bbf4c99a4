import { and, desc, eq, gt, isNotNull, not, type Placeholder, type SQL, sql } from "drizzle-orm";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import type { Invitation } from "../../server/contract/groups/shapes.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { isBefore, isoFrom } from "../engine/query.ts";
import { mailInsertion, type NewMail } from "../notices/mail_queue.ts";
import { hasBlocked } from "../people/blocks.ts";
import { faceColumns, publicColumns } from "../people/columns.ts";
import { groups, invitationRefusals, invitations, users } from "../schema.ts";
import { isLive } from "./deletion.ts";
import { groupColumns, type InviteLinkPreview, lastCases } from "./invite_links.ts";
import { addMember } from "./members.ts";
import { mayOrganize, mayRead, mayStillInvite } from "./roles.ts";

const isGood = (now: number | Placeholder) =>
  and(gt(invitations.expiresAt, now), mayStillInvite(sql`invitations.invited_by`, sql`invitations.group_id`));

/** It waits all the same, so that organizers do not learn of it. */
const isRefused = sql`exists (select 1 from invitation_refusals refusals
  where refusals.group_id = invitations.group_id and refusals.email = invitations.email)`;

export interface Invitee {
  email: string;
  userId: string | null;
  isMember: boolean;
  /** Nothing reaches them from the group, or from the inviter. */
  refuses: boolean;
  invitedAt: number | null;
}

/** Never to be answered. */
export async function findInvitees(
  db: Db,
  viewerId: string,
  { groupId, emails }: { groupId: string; emails: string[] },
): Promise<Invitee[]> {
  type Row = Omit<Invitee, "isMember" | "refuses"> & { isMember: number; refuses: number };
  const rows = await db.q.all<Row>(sql`
    select asked.value as email,
      case when users.verified_at is not null and users.disabled_at is null then users.id end as userId,
      ${mayRead(users.id, groupId)} as isMember,
      exists (select 1 from invitation_refusals where group_id = ${groupId} and email = asked.value)
        or exists (select 1 from blocks where user_id = users.id and blocked_id = ${viewerId}) as refuses,
      (select created_at from invitations where group_id = ${groupId} and email = asked.value) as invitedAt
    from json_each(${JSON.stringify(emails)}) asked left join users on users.email = asked.value`);
  return rows.map((row) => ({ ...row, isMember: row.isMember === 1, refuses: row.refuses === 1 }));
}

interface NewInvitation {
  id: string;
  email: string;
  hash: string | null;
  mail?: NewMail;
}

export async function saveInvitations(
  db: Db,
  viewerId: string,
  { groupId, invitees, expiresAt }: { groupId: string; invitees: NewInvitation[]; expiresAt: number },
  now: number,
): Promise<string[]> {
  const [first, ...more] = invitees.map(({ id, email, hash }) =>
    db.q.all<{ email: string }>(
      sql`insert into invitations (id, group_id, email, typed_email, hash, invited_by, created_at, expires_at)
      select ${id}, ${groupId}, ${email}, ${email}, ${hash}, ${viewerId}, ${now}, ${expiresAt}
      where ${mayOrganize(viewerId, groupId)}
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

export const listSentInvitations = (
  db: Db,
  viewerId: string,
  { groupId, before }: { groupId: string; before?: string },
  now: number,
) =>
  db.q.select({ id: invitations.id, email: invitations.typedEmail, createdAt: isoFrom(invitations.createdAt) })
    .from(invitations)
    .where(and(eq(invitations.groupId, groupId), isGood(now), mayOrganize(viewerId, groupId), isEarlier(before)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id)).limit(groupsLimits.invitations.listed + 1);

const isEarlier = (id?: string) => isBefore([invitations.createdAt, invitations.id], id);

export const withdrawInvitation = (db: Db, viewerId: string, { groupId, id }: { groupId: string; id: string }) =>
  changesRows(db, [
    db.q.delete(invitations)
      .where(and(eq(invitations.id, id), eq(invitations.groupId, groupId), mayOrganize(viewerId, groupId))),
  ]);

const firstInvitations = prepared((q) =>
  invitationsTo(q, sql.placeholder("viewerId"), { now: sql.placeholder("now") }).prepare()
);

/** To their verified address, without those of people they have blocked, and into groups that they want none from. */
export const listInvitations = (
  db: Db,
  viewerId: string,
  { now, before }: { now: number; before?: string },
): Promise<Invitation[]> =>
  before === undefined ? firstInvitations(db).all({ viewerId, now }) : invitationsTo(db.q, viewerId, { now, before });

const invitationsTo = (
  q: Db["q"],
  viewerId: string | Placeholder,
  { now, before }: { now: number | Placeholder; before?: string },
) =>
  q.select({
    id: invitations.id,
    group: groupColumns,
    invitedBy: publicColumns,
    createdAt: isoFrom(invitations.createdAt),
  }).from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.email, addressOf(q, viewerId)),
        isGood(now),
        isLive,
        isEarlier(before),
        not(isRefused),
        not(hasBlocked(viewerId, invitations.invitedBy)),
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id)).limit(groupsLimits.invitations.listed + 1);

const addressOf = (q: Db["q"], userId: string | Placeholder) =>
  sql`(${q.select({ email: users.email }).from(users).where(and(eq(users.id, userId), isNotNull(users.verifiedAt)))})`;

export type InvitationKey = { id: string; userId: string } | { hash: string };

const hasKey = (db: Db, key: InvitationKey): SQL =>
  "hash" in key
    ? eq(invitations.hash, key.hash)
    : and(eq(invitations.id, key.id), eq(invitations.email, addressOf(db.q, key.userId)))!;

export interface InvitationPreview extends InviteLinkPreview {
  email: string;
}

export const findInvitation = (db: Db, hash: string, now: number): Promise<InvitationPreview | undefined> =>
  db.q.select({
    id: invitations.id,
    email: invitations.email,
    groupId: groups.id,
    group: groupColumns,
    invitedBy: faceColumns,
    state: sql<InviteLinkPreview["state"]>`case
      when not ${mayStillInvite(sql`invitations.invited_by`, sql`invitations.group_id`)} then 'revoked'
      ${lastCases(invitations.expiresAt, now)} end`,
  }).from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.hash, hash), isLive)).get();

export async function isInvited(db: Db, email: string, now: number): Promise<boolean> {
  const row = await db.q.select({ id: invitations.id }).from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .where(and(eq(invitations.email, email), isGood(now), isLive, not(isRefused))).limit(1).get();
  return row !== undefined;
}

export async function acceptInvitation(
  db: Db,
  userId: string,
  key: InvitationKey,
  now: number,
): Promise<{ groupId: string; isAdded: boolean } | undefined> {
  const it = hasKey(db, key);
  const [added, , used] = await db.write([
    addMember(db, userId, {
      now,
      which: sql`groups.id = (select group_id from invitations where ${it} and ${isGood(now)})`,
    }),
    db.q.update(groups).set({ activeAt: now })
      .where(and(eq(groups.id, sql`(select group_id from invitations where ${it})`), sql`changes() > 0`)),
    // Also where they were in it already; a full group leaves it.
    db.q.delete(invitations).where(and(
      it,
      mayRead(userId, invitations.groupId),
    )).returning({ groupId: invitations.groupId }),
  ]);
  return used[0] && { groupId: used[0].groupId, isAdded: added.length > 0 };
}

/** @returns of which group it was; undefined where there is none */
export async function declineInvitation(
  db: Db,
  key: InvitationKey,
  { never, now }: { never: boolean; now: number },
): Promise<string | undefined> {
  const it = hasKey(db, key);
  const [, declined] = await db.write([
    db.q.run(sql`insert into ${invitationRefusals} (group_id, email, created_at)
      select group_id, email, ${now} from invitations where ${it} and ${never ? 1 : 0} on conflict do nothing`),
    db.q.delete(invitations).where(it).returning({ groupId: invitations.groupId }),
  ]);
  return declined[0]?.groupId;
}
