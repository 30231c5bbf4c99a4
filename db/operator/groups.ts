import { and, desc, eq, lt, sql } from "drizzle-orm";
import * as operatorLimits from "../../server/contract/operator/limits.ts";
import type { OperatedGroup } from "../../server/contract/operator/shapes.ts";
import type { Db } from "../engine/client.ts";
import { iso, type Page, pageOf } from "../engine/query.ts";
import { isLive } from "../groups/deletion.ts";
import { groups, users } from "../schema.ts";

export async function listAllGroups(db: Db, after?: string): Promise<Page<OperatedGroup>> {
  const rows = await db.q.select({
    id: groups.id,
    groupName: groups.groupName,
    createdBy: groups.createdBy,
    creator: users.username,
    members: sql<number>`(select count(*) from members where group_id = ${groups.id})`,
    messages: sql<number>`(select coalesce(max(seq), 0) from messages where group_id = ${groups.id})`,
    createdAt: groups.createdAt,
    activeAt: groups.activeAt,
  }).from(groups).innerJoin(users, eq(users.id, groups.createdBy))
    .where(and(isLive, after ? lt(groups.id, after) : undefined))
    .orderBy(desc(groups.id)).limit(operatorLimits.page + 1);
  return pageOf(
    rows.map((row) => ({ ...row, createdAt: iso(row.createdAt), activeAt: iso(row.activeAt) })),
    operatorLimits.page,
  );
}

export const findGroupCreator = (db: Db, id: string) =>
  db.q.select({ createdBy: groups.createdBy, groupName: groups.groupName }).from(groups)
    .where(and(eq(groups.id, id), isLive)).get();
