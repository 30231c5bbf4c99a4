import { and, eq, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "../engine/client.ts";
import { databaseNow } from "../engine/query.ts";
import { calledName } from "../people/columns.ts";
import {
  books,
  groups,
  identities,
  links,
  mails,
  messages,
  passkeys,
  sessions,
  tickets,
  totps,
  users,
} from "../schema.ts";
import { deleteOtherSessions, forgetBrowsers } from "./sessions.ts";

export interface NewUser {
  id: string;
  username: string;
  email: string | null;
  passwordHash: string;
  fullName: string;
  verifiedAt: number | null;
  verifyBy?: number | null;
  createdAt: number;
  inviteId?: string;
}

/** Violates a unique index where the address or the username is taken. */
export const insertUser = (db: Db, user: NewUser): Statement => db.q.insert(users).values(user);

/** By the address or the username, which has no `@`. Never sent to anyone. */
export const findCredentials = (db: Db, login: string) =>
  db.q.select({
    id: users.id,
    email: users.email,
    fullName: calledName,
    passwordHash: users.passwordHash,
    verifiedAt: users.verifiedAt,
  }).from(users).where(and(eq(login.includes("@") ? users.email : users.username, login), isNull(users.deletedAt)))
    .get();

/** Never sent to anyone. */
export const findSignInState = (db: Db, id: string) =>
  db.q.select({ disabledAt: users.disabledAt, deletedAt: users.deletedAt, passwordHash: users.passwordHash })
    .from(users).where(eq(users.id, id)).get();

export async function emailIsTaken(db: Db, email: string, now: number): Promise<boolean> {
  return await anyUser(db, and(eq(users.email, email), not(isLapsed(now))));
}

/** Empty where they have none, and sign in by an identity provider. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  return (await db.q.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get())?.hash;
}

interface NewPassword {
  former: string;
  passwordHash: string;
  currentHash: string;
  browser?: string;
}

/** Ends all other sessions, and what was begun with the former password: a change of the address too. */
export async function changePassword(
  db: Db,
  userId: string,
  { former, passwordHash, currentHash, browser }: NewPassword,
) {
  const isChanged = sql`exists (select 1 from users where users.id = ${userId} and password_hash = ${passwordHash})`;
  const [[changed], , , ended] = await db.write([
    db.q.update(users).set({ passwordHash }).where(and(eq(users.id, userId), eq(users.passwordHash, former)))
      .returning({ id: users.id }),
    db.q.delete(tickets).where(and(eq(tickets.userId, userId), isChanged)),
    db.q.delete(links).where(and(eq(links.userId, userId), inArray(links.kind, ["reset", "email", "card"]), isChanged)),
    deleteOtherSessions(db, userId, currentHash, isChanged),
    forgetBrowsers(db, userId, { except: browser, where: isChanged }),
  ]);
  return changed && ended.map(({ hash }) => hash);
}

/** Membership of the group for which an account was made does not count as use: its organizers added it. */
const used = or(
  ...[sessions.userId, groups.createdBy, messages.userId, books.addedBy].map((owner) =>
    sql`exists (select 1 from ${owner.table} where ${owner} = ${users.id})`
  ),
  sql`exists (select 1 from members where members.user_id = ${users.id} and members.group_id is not ${users.addedTo})`,
) as SQL;

/** Made for the members of a group, and of no use to anybody once that is gone: there is no card either. */
export const isLeftUnused: SQL = and(
  eq(users.passwordHash, ""),
  ...[users.email, users.lastSeenAt, users.operatesSince].map(isNull),
  not(used),
  ...[passkeys, identities, totps].map(({ userId }) =>
    sql`not exists (select 1 from ${userId.table} where ${userId} = ${users.id})`
  ),
  sql`not exists (select 1 from links where links.user_id = ${users.id} and links.expires_at > ${databaseNow})`,
)!;

export const isLapsed = (now: number): SQL =>
  sql`coalesce(${and(lte(users.verifyBy, now), isNull(users.verifiedAt), not(used))}, false)`;

export async function removeUnverified(db: Db, now: number, limit: number): Promise<number> {
  const some = and(lte(users.verifyBy, now), isLapsed(now));
  if (!await anyUser(db, some)) return 0;
  const ids = db.q.select({ id: users.id }).from(users).where(some).orderBy(users.verifyBy, users.id).limit(limit);
  const [, removed] = await db.write(removeWhere(db, inArray(users.id, ids)));
  return removed.length;
}

export const removeLapsed = (
  db: Db,
  { email, username }: { email: string | null; username: string },
  now: number,
) =>
  removeWhere(
    db,
    and(or(email === null ? undefined : eq(users.email, email), eq(users.username, username)), isLapsed(now)) as SQL,
  );

export const removeWhere = (db: Db, where: SQL) => {
  const addresses = db.q.select({ email: users.email }).from(users).where(where);
  return [
    db.q.delete(mails).where(inArray(mails.recipient, addresses)),
    db.q.delete(users).where(where).returning({ id: users.id }),
  ] as const satisfies readonly Statement[];
};

export async function clearVerifyBy(db: Db, limit: number): Promise<number> {
  const waiting = isNotNull(users.verifyBy);
  if (!await anyUser(db, waiting)) return 0;
  const ids = db.q.select({ id: users.id }).from(users).where(waiting).limit(limit);
  const [changed] = await db.write([
    db.q.update(users).set({ verifyBy: null }).where(inArray(users.id, ids)).returning({ id: users.id }),
  ]);
  return changed.length;
}

/** Usually there is nothing to do, and then a locked or full database causes no error. */
const anyUser = async (db: Db, where: SQL | undefined): Promise<boolean> =>
  await db.q.select({ id: users.id }).from(users).where(where).limit(1).get() !== undefined;
