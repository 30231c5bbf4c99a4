import { and, count, eq, exists, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { changesRows, type Db, type Statement } from "../engine/client.ts";
import { auditRow, type NewAuditRow } from "../operator/audit.ts";
import { recoveryCodes, totps } from "../schema.ts";

export const findTotp = (db: Db, userId: string) =>
  db.q.select({
    secret: totps.secret,
    createdAt: totps.createdAt,
    confirmedAt: totps.confirmedAt,
    lastStep: totps.lastStep,
  }).from(totps).where(eq(totps.userId, userId)).get();

export const saveSecret = (db: Db, userId: string, { secret, now }: { secret: string; now: number }) =>
  changesRows(db, [
    db.q.insert(totps).values({ userId, secret, createdAt: now }).onConflictDoUpdate({
      target: totps.userId,
      set: { secret, createdAt: now, lastStep: 0 },
      setWhere: isNull(totps.confirmedAt),
    }),
  ]);

interface Confirmation {
  secret: string;
  step: number;
  now: number;
  since: number;
  hashes: string[];
}

/** @returns false where another secret was made meanwhile, or one is confirmed already */
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

export const saveRecoveryCodes = (db: Db, userId: string, hashes: string[]) =>
  db.write(replaceCodes(db, userId, hashes, isOn(userId)));

const isOn = (userId: string) => and(eq(totps.userId, userId), isNotNull(totps.confirmedAt));

function replaceCodes(db: Db, userId: string, hashes: string[], where: SQL | undefined): [Statement, Statement] {
  const isThere = exists(db.q.select({ userId: totps.userId }).from(totps).where(where));
  return [
    db.q.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isThere)),
    db.q.run(sql`insert into ${recoveryCodes} (user_id, hash)
      select ${userId}, value from json_each(${JSON.stringify(hashes)}) where ${isThere}`),
  ];
}

export const useStep = (db: Db, userId: string, { secret, step }: { secret: string; step: number }) =>
  changesRows(db, [
    db.q.update(totps).set({ lastStep: step })
      .where(and(isOn(userId), eq(totps.secret, secret), lt(totps.lastStep, step))),
  ]);

export const useRecoveryCode = (db: Db, userId: string, { hash, now }: { hash: string; now: number }) =>
  changesRows(db, [
    db.q.update(recoveryCodes).set({ usedAt: now })
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt))),
  ]);

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const row = await db.q.select({ left: count() }).from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))).get();
  return row?.left ?? 0;
}

export const deleteTotp = (db: Db, userId: string, audit?: NewAuditRow) =>
  changesRows(db, [
    db.q.delete(totps).where(isOn(userId)),
    ...(audit ? [auditRow(db, audit, { onlyAfterChange: true })] : []),
    db.q.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ]);
