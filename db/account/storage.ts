import { eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import * as accountLimits from "../../server/contract/account/limits.ts";
import type { Db } from "../engine/client.ts";
import { accountStorage, groups } from "../schema.ts";

export interface Quota {
  quota?: number;
}

export const unlimited = Number.MAX_SAFE_INTEGER;

/** Bytes that triggers count for a row beside its texts: for what it needs in its table and in indexes. */
export const rowSize = { text: 500, chapter: 200, reaction: 200 };

export const sizeOf = (text: SQLWrapper): SQL<number> => sql`${sql.raw(String(rowSize.text))} + octet_length(${text})`;

/** What takes no more than before is never refused. */
export const hasRoom = (
  userId: SQLWrapper | string,
  growth: SQLWrapper | number,
  { quota = unlimited }: { quota?: SQLWrapper | number },
): SQL =>
  sql`(${growth} <= 0 or (select bytes from account_storage where user_id = ${userId}) + ${growth} <= ${quota})`;

/** Others who are in the groups that somebody made take them no room to write. */
const groupsShare = ({ quota = unlimited }: Quota) => Math.floor(accountLimits.storage.groups * quota);

export const mayHold = (creatorId: SQLWrapper | string, growth: SQLWrapper | number, quota: Quota): SQL =>
  hasRoom(creatorId, growth, { quota: groupsShare(quota) });

export const hasGroupRoom = (groupId: string, growth: SQLWrapper | number, quota: Quota): SQL =>
  mayHold(sql`(select created_by from groups where id = ${groupId})`, growth, quota);

export async function bytesOfAccount(db: Db, userId: string): Promise<number> {
  const row = await db.q.select({ bytes: accountStorage.bytes }).from(accountStorage)
    .where(eq(accountStorage.userId, userId)).get();
  return row?.bytes ?? 0;
}

/** Bytes; below 0 where the quota is exceeded. */
export async function groupRoom(db: Db, groupId: string, quota: number): Promise<number> {
  const row = await db.q.select({ bytes: accountStorage.bytes }).from(groups)
    .innerJoin(accountStorage, eq(accountStorage.userId, groups.createdBy)).where(eq(groups.id, groupId)).get();
  return groupsShare({ quota }) - (row?.bytes ?? 0);
}
