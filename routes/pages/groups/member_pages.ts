import { findGroup, findMemberPage } from "../../../db/groups/groups.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { type C, tryLoad } from "../../layout/page.tsx";

/** A group with one page of its members, from 1. */
export interface MemberPage {
  group: Group;
  page: number;
}

/** The page that is asked for, or the one with this member. */
export function readMemberPage(c: C, groupId: string, userId?: string): Promise<MemberPage | undefined> {
  const { deps: { db }, user } = c.var;
  const asked = Math.min(Math.max(Math.trunc(Number(c.req.query("page"))) || 1, 1), groupsLimits.groups.members);

  async function read(page: number): Promise<MemberPage | undefined> {
    const group = await findGroup(db, user.id, groupId, { page });
    const last = Math.ceil((group?.memberCount ?? 0) / groupsLimits.memberList.page);
    return group && (page > last ? read(last) : { group, page });
  }
  return tryLoad(c, async () => read(userId && await findMemberPage(db, user.id, { groupId, userId }) || asked));
}
