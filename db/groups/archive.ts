import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { isoFrom } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { groups, members, users } from "../schema.ts";
import { mayOrganize } from "./roles.ts";

/** For organizers alone. */
export const findArchivedGroup = (db: Db, viewerId: string, groupId: string) =>
  db.q.select({
    id: groups.id,
    name: groups.groupName,
    description: groups.description,
    madeAt: isoFrom(groups.createdAt),
  }).from(groups).where(and(eq(groups.id, groupId), mayOrganize(viewerId, groupId))).get();

/** Likewise. */
export const listArchivedMembers = (
  db: Db,
  viewerId: string,
  { groupId, after, limit }: { groupId: string; after: string; limit: number },
) =>
  db.q.select({
    id: members.userId,
    username: shownName("users"),
    name: users.fullName,
    role: sql<string>`case when members.user_id = ${groups.createdBy} then 'creator' else members.role end`,
    joinedAt: isoFrom(members.joinedAt),
  }).from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(groups, eq(groups.id, members.groupId))
    .where(and(eq(members.groupId, groupId), gt(members.userId, after), mayOrganize(viewerId, groupId)))
    .orderBy(asc(members.userId)).limit(limit);
