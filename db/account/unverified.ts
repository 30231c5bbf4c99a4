/** Accounts that are deleted because their address was not verified in time. */
import { and, eq, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "../engine/client.ts";
import { books, groups, mails, members, messages, sessions, users } from "../schema.ts";

/** Signs that an account was used, while no verification was required: without logging in there are none. */
const used = or(
  ...[sessions.userId, members.userId, groups.createdBy, messages.userId, books.addedBy].map((owner) =>
    sql`exists (select 1 from ${owner.table} where ${owner} = ${users.id})`
  ),
) as SQL;

/** Whether the time to verify an account is over. */
export const isLapsed = (now: number): SQL =>
  sql`coalesce(${and(lte(users.verifyBy, now), isNull(users.verifiedAt), not(used))}, false)`;

/**
 * Deletes some of the accounts whose time is over, with their links and mails.
 *
 * @param limit how many at most, so that no commit takes long
 * @returns how many it was
 */
export async function removeUnverified(db: Db, now: number, limit: number): Promise<number> {
  const some = and(lte(users.verifyBy, now), isLapsed(now));
  if (!await anyUser(db, some)) return 0;
  const ids = db.q.select({ id: users.id }).from(users).where(some).orderBy(users.verifyBy, users.id).limit(limit);
  const [, removed] = await db.write(remove(db, inArray(users.id, ids)));
  return removed.length;
}

/** The statements that delete expired accounts with an address or a username that is to be registered. */
export const removeLapsed = (db: Db, { email, username }: { email: string; username: string }, now: number) =>
  remove(db, and(or(eq(users.email, email), eq(users.username, username)), isLapsed(now)) as SQL);

const remove = (db: Db, which: SQL) => {
  const addresses = db.q.select({ email: users.email }).from(users).where(which);
  return [
    db.q.delete(mails).where(inArray(mails.recipient, addresses)),
    db.q.delete(users).where(which).returning({ id: users.id }),
  ] as const satisfies readonly Statement[];
};

/**
 * Cancels the deletion of some accounts, where verification is not required any more.
 *
 * @returns how many it was
 */
export async function clearVerifyBy(db: Db, limit: number): Promise<number> {
  const waiting = isNotNull(users.verifyBy);
  if (!await anyUser(db, waiting)) return 0;
  const ids = db.q.select({ id: users.id }).from(users).where(waiting).limit(limit);
  const [changed] = await db.write([
    db.q.update(users).set({ verifyBy: null }).where(inArray(users.id, ids)).returning({ id: users.id }),
  ]);
  return changed.length;
}

/** Checked before writing: usually there is nothing to do, and then a locked or full database causes no error. */
const anyUser = async (db: Db, which: SQL | undefined): Promise<boolean> =>
  await db.q.select({ id: users.id }).from(users).where(which).limit(1).get() !== undefined;
