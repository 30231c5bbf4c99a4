/** Codes of an app as a second step after the password, and the recovery codes that replace one. */
import { and, count, eq, exists, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { auditRow, type NewAuditRow } from "../operator/audit.ts";
import type { Db, Statement } from "../engine/client.ts";
import { recoveryCodes, totps } from "../schema.ts";

/** Somebody's secret; undefined where they have none. */
export const findTotp = (db: Db, userId: string) =>
  db.q.select({
    secret: totps.secret,
    createdAt: totps.createdAt,
    confirmedAt: totps.confirmedAt,
    lastStep: totps.lastStep,
  }).from(totps).where(eq(totps.userId, userId)).get();

/** Stores a secret that is yet to be confirmed. @returns false where one is confirmed already */
export async function saveSecret(
  db: Db,
  userId: string,
  { secret, now }: { secret: string; now: number },
): Promise<boolean> {
  const [saved] = await db.write([
    db.q.insert(totps).values({ userId, secret, createdAt: now }).onConflictDoUpdate({
      target: totps.userId,
      set: { secret, createdAt: now, lastStep: 0 },
      setWhere: isNull(totps.confirmedAt),
    }).returning({ userId: totps.userId }),
  ]);
  return saved.length > 0;
}

interface Confirmation {
  secret: string;
  /** The time step of the code. */
  step: number;
  now: number;
  /** The earliest time at which the secret may have been made. */
  since: number;
  /** The hashes of the recovery codes. */
  hashes: string[];
}

/** Turns the codes on. @returns false where another secret was made meanwhile, or one is confirmed already */
export async function confirmTotp(
  db: Db,
  userId: string,
  { secret, step, now, since, hashes }: Confirmation,
): Promise<boolean> {
  const waiting = and(
    eq(totps.userId, userId),
    eq(totps.secret, secret),
    gt(totps.createdAt, since),
    isNull(totps.confirmedAt),
  );
  const [, , confirmed] = await db.write([
    ...replaceCodes(db, userId, hashes, waiting),
    // Last: the others ask whether the secret is still to be confirmed.
    db.q.update(totps).set({ confirmedAt: now, lastStep: step }).where(waiting).returning({ userId: totps.userId }),
  ]);
  return confirmed.length > 0;
}

/** Replaces the recovery codes of somebody whose codes are on. */
export const saveRecoveryCodes = (db: Db, userId: string, hashes: string[]) =>
  db.write(replaceCodes(db, userId, hashes, isOn(userId)));

const isOn = (userId: string) => and(eq(totps.userId, userId), isNotNull(totps.confirmedAt));

/** @param where which secret there must be */
function replaceCodes(db: Db, userId: string, hashes: string[], where: SQL | undefined): [Statement, Statement] {
  const isThere = exists(db.q.select({ userId: totps.userId }).from(totps).where(where));
  return [
    db.q.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isThere)),
    db.q.run(sql`insert into ${recoveryCodes} (user_id, hash)
      select ${userId}, value from json_each(${JSON.stringify(hashes)}) where ${isThere}`),
  ];
}

/** Uses up the code of a time step. @returns false where it, or a later one, was used before */
export async function useStep(
  db: Db,
  userId: string,
  { secret, step }: { secret: string; step: number },
): Promise<boolean> {
  const [used] = await db.write([
    db.q.update(totps).set({ lastStep: step })
      .where(and(isOn(userId), eq(totps.secret, secret), lt(totps.lastStep, step))).returning({ userId: totps.userId }),
  ]);
  return used.length > 0;
}

/** Uses up a recovery code. @returns false where it was used before, or is none */
export async function useRecoveryCode(
  db: Db,
  userId: string,
  { hash, now }: { hash: string; now: number },
): Promise<boolean> {
  const [used] = await db.write([
    db.q.update(recoveryCodes).set({ usedAt: now })
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
      .returning({ hash: recoveryCodes.hash }),
  ]);
  return used.length > 0;
}

/** How many recovery codes somebody has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const row = await db.q.select({ left: count() }).from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))).get();
  return row?.left ?? 0;
}

/** Turns the codes off, as an operator's act where one is given. @returns false where they were not on */
export async function deleteTotp(db: Db, userId: string, audit?: NewAuditRow): Promise<boolean> {
  const [deleted] = await db.write([
    db.q.delete(totps).where(isOn(userId)).returning({ userId: totps.userId }),
    ...(audit ? [auditRow(db, audit, { onlyAfterChange: true })] : []),
    db.q.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ]);
  return deleted.length > 0;
}
