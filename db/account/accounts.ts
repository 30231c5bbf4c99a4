/** How somebody signs in: their password and their address. */
import { and, eq, exists, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { type Db } from "../engine/client.ts";
import { invitationRefusals, invitations, links, tickets, users } from "../schema.ts";
import { ownerOf, usable } from "./links.ts";
import { forgetBrowsers } from "./known_browsers.ts";
import { deleteOtherSessions } from "./sessions.ts";

/** The hash of somebody's password; empty where they have none, and sign in elsewhere. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  return (await db.q.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get())?.hash;
}

interface NewPassword {
  /** Of the password that was checked. */
  former: string;
  passwordHash: string;
  /** The hash of the session that stays. */
  currentHash: string;
  /** That of its browser, the only one that stays known. */
  browser?: string;
}

/**
 * Changes a password that is still the one that was checked; ends all other sessions, and what was begun with it: a
 * change of the address too.
 *
 * @returns the hashes of the sessions that have ended; undefined where the password is another one by now
 */
export async function changePassword(
  db: Db,
  userId: string,
  { former, passwordHash, currentHash, browser }: NewPassword,
) {
  const isChanged = exists(
    db.q.select({ id: users.id }).from(users).where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash))),
  );
  const [[changed], , , ended] = await db.write([
    db.q.update(users).set({ passwordHash }).where(and(eq(users.id, userId), eq(users.passwordHash, former)))
      .returning({ id: users.id }),
    db.q.delete(tickets).where(and(eq(tickets.userId, userId), isChanged)),
    db.q.delete(links).where(and(eq(links.userId, userId), inArray(links.kind, ["reset", "email"]), isChanged)),
    deleteOtherSessions(db, userId, currentHash, isChanged),
    forgetBrowsers(db, userId, { except: browser, where: isChanged }),
  ]);
  return changed && ended.map(({ hash }) => hash);
}

/**
 * Uses up a link that was mailed to a new address, which becomes the user's: reset links to the former one are void,
 * and the invitations to that one follow, where it was verified: else they may be somebody else's.
 *
 * @returns both addresses; undefined where the link is used, expired or unknown. Violates a unique index where another
 * account has the address by now.
 */
export async function changeEmailByLink(
  db: Db,
  hash: string,
  now: number,
): Promise<{ userId: string; former: string; email: string } | undefined> {
  const link = usable(hash, "email", now);
  const owner = () => ownerOf(db, link);
  const given = () => sql<string>`(${db.q.select({ email: links.email }).from(links).where(link)})`;
  const verified = () =>
    sql`(${
      db.q.select({ email: users.email }).from(users).where(and(eq(users.id, owner()), isNotNull(users.verifiedAt)))
    })`;
  const before = await db.q.select({ userId: links.userId, former: users.email, email: sql<string>`${links.email}` })
    .from(links).innerJoin(users, eq(users.id, links.userId)).where(link).get();
  if (!before) return undefined;
  const [, , changed] = await db.write([
    db.q.run(sql`update or ignore ${invitations} set email = ${given()} where email = ${verified()}`),
    db.q.run(sql`update or ignore ${invitationRefusals} set email = ${given()} where email = ${verified()}`),
    db.q.update(users).set({ email: given(), verifiedAt: sql`coalesce(${users.verifiedAt}, ${now})`, verifyBy: null })
      .where(and(eq(users.id, owner()), eq(users.email, before.former), isNull(users.deletedAt)))
      .returning({ id: users.id }),
    db.q.delete(links).where(and(eq(links.userId, owner()), ne(links.hash, hash))),
    // Last: the others find the user by it while it can still be used.
    db.q.update(links).set({ usedAt: now }).where(link),
  ]);
  return changed.length > 0 ? before : undefined;
}
