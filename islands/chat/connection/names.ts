/** How people are named in the chat. */
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";

interface Person {
  /** Quotes do without it. */
  userId?: string;
  username: string;
}

/** The name of someone, the username for those who are not in the group any more. */
export function nameOf({ userId, username }: Person, members: MemberDirectory): string {
  const member = userId === undefined
    ? Object.values(members).find((member) => member.username === username)
    : members[userId];
  return member?.name ?? username;
}

/** The names of people by their ids, `You`, first, for the viewer. Who is not in the group any more is left out. */
export const namesOf = (userIds: string[], members: MemberDirectory, viewerId: string): string[] => [
  ...userIds.filter((id) => id === viewerId).map(() => "You"),
  ...userIds.flatMap((id) => id === viewerId ? [] : members[id]?.name ?? []),
];
