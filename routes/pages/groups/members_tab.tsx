import { isRemovable } from "../../../islands/groups/MemberCard.tsx";
import { Members } from "../../../islands/Members.tsx";
import { searchUsers } from "../../../server/actions/people/profiles.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { Island } from "../../layout/Island.tsx";
import { tryLoad } from "../../layout/LoadError.tsx";
import type { C, TabContent } from "./tab.ts";

/** The members. The address may open the dialog that adds one, with a search, or the question whether to remove one. */
export async function membersTab(c: C, group: Group): Promise<TabContent> {
  const { add, username, remove } = c.req.query();
  const viewerId = c.var.user.id;
  const searched = username?.trim()
    ? { username, found: await tryLoad(c, () => searchUsers(c.var.deps, c.var.user, username)) }
    : undefined;
  const adding = add !== undefined && group.createdBy === viewerId;
  const removing = group.members.find((member) =>
    member.user.id === remove && isRemovable(group.role, member, viewerId)
  )
    ?.user.id;
  return {
    content: <Island of={Members} props={{ group, viewerId, adding, searched, removing }} />,
    toasts: [],
  };
}
