import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";

interface Person {
  userId?: string;
  username: string;
}

export function nameOf({ userId, username }: Person, members: MemberDirectory): string {
  const member = userId === undefined
    ? Object.values(members).find((member) => member.username === username)
    : members[userId];
  return member?.name ?? username;
}

/** `You` comes first; former members are left out. */
export const namesOf = (userIds: string[], members: MemberDirectory, viewerId: string): string[] => [
  ...userIds.filter((id) => id === viewerId).map(() => "You"),
  ...userIds.flatMap((id) => id === viewerId ? [] : members[id]?.name ?? []),
];
