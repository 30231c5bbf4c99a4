import { listNamedMembers } from "../../../db/groups/members.ts";
import { directoryOf, peopleIn } from "../../../islands/chat/state/state.ts";
import type { MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import type { C } from "../../layout/page.tsx";

/** Whether a page of the group's chat has only those of its members whom it names: they are many, or not for all. */
export const leavesOutMembers = ({ memberCount, members }: Group): boolean => members.length < memberCount;

/** Of a group that was read without its members where they are many. */
export async function membersFor(c: C, group: Group, messages: Message[]): Promise<MemberDirectory> {
  if (!leavesOutMembers(group)) return directoryOf(group.members.map(({ user }) => user));
  const viewerId = c.var.user.id;
  const ids = [...new Set([viewerId, ...group.members.map(({ user }) => user.id), ...peopleIn(messages)])];
  const usernames = [...new Set(messages.flatMap(({ replyTo }) => replyTo?.username ?? []))];
  return directoryOf(await listNamedMembers(c.var.deps.db, viewerId, { groupId: group.id, ids, usernames }));
}
