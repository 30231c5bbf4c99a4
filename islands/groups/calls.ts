import type { Group, Member } from "../../server/contract/groups/shapes.ts";
import type { UserCard } from "../../server/contract/people/shapes.ts";
import { call, invalidAnswer } from "../runtime/api.ts";
import { runOwnAction } from "../runtime/own_actions.ts";

const address = (groupId: string) => `/groups/${encodeURIComponent(groupId)}`;

export async function createGroup(groupName: string): Promise<Group> {
  const { group } = await call<{ group?: Group }>("POST", "/groups", { groupName });
  if (!group) throw invalidAnswer();
  return group;
}

export async function readGroup(groupId: string): Promise<Group> {
  const { group } = await call<{ group?: Group }>("GET", address(groupId));
  if (!group) throw invalidAnswer();
  return group;
}

export const deleteGroup = (groupId: string): Promise<unknown> =>
  runOwnAction(groupId, () => call("DELETE", address(groupId)));

export async function addMember(groupId: string, userId: string): Promise<Member[]> {
  const { group } = await call<{ group?: Group }>("POST", `${address(groupId)}/members`, { userId });
  if (!group) throw invalidAnswer();
  return group.members;
}

export const removeMember = (groupId: string, userId: string): Promise<unknown> =>
  runOwnAction(groupId, () => call("DELETE", `${address(groupId)}/members/${encodeURIComponent(userId)}`));

export async function searchPeople(username: string): Promise<UserCard[]> {
  const people = await call<UserCard[]>("GET", `/users/search?username=${encodeURIComponent(username)}`);
  if (!Array.isArray(people)) throw invalidAnswer();
  return people;
}
