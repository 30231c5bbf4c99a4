import type { Group } from "../../server/contract/groups/shapes.ts";
import type { UserCard } from "../../server/contract/people/shapes.ts";
import { call, invalidAnswer } from "../runtime/api.ts";

export async function createGroup(groupName: string): Promise<Group> {
  const { group } = await call("POST /groups", {}, { groupName });
  if (!group) throw invalidAnswer();
  return group;
}

/** @param page of its members, from 1; all where it is left out */
export async function readGroup(id: string, page?: number): Promise<Group> {
  const { group } = await call("GET /groups/:id", { id }, { page });
  if (!group) throw invalidAnswer();
  return group;
}

export async function addMember(id: string, userId: string): Promise<Group> {
  const { group } = await call("POST /groups/:id/members", { id }, { userId });
  if (!group) throw invalidAnswer();
  return group;
}

export async function searchPeople(username: string): Promise<UserCard[]> {
  const people = await call("GET /users/search", {}, { username });
  if (!Array.isArray(people)) throw invalidAnswer();
  return people;
}
