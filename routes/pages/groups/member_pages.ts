import { findGroup, findMemberPage } from "../../../db/groups/groups.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { type C, tryLoad } from "../../layout/page.tsx";

/** A group with one page of its members, from 1. */
export interface MemberPage {
  group: Group;
  page: number;
  /** How many members the viewer sees, if not all. */
  seen?: number;
}

/** The page that is asked for, or the one with this member. */
export function readMemberPage(c: C, groupId: string, userId?: string): Promise<MemberPage | undefined> {
  const { deps: { db }, user } = c.var;
  const asked = Math.min(Math.max(Math.trunc(Number(c.req.query("page"))) || 1, 1), groupsLimits.groups.members);

  async function read(page: number): Promise<MemberPage | undefined> {
    const group = await findGroup(db, user.id, groupId, { page });
    if (!group) return undefined;
    const last = Math.ceil(group.memberCount / groupsLimits.memberList.page);
    if (page > last) return await read(last);
    const before = (page - 1) * groupsLimits.memberList.page;
    const seen = before + group.members.length;
    if (seen === Math.min(group.memberCount, before + groupsLimits.memberList.page)) return { group, page };
    return group.members.length === 0 && page > 1 ? await read(1) : { group, page, seen };
  }
  return tryLoad(c, async () => read(userId && await findMemberPage(db, user.id, { groupId, userId }) || asked));
}
