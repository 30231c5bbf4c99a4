/** How people are named in the chat. */
import type { MemberDirectory } from "../../../server/contract/chat.ts";

/** The name of someone by their username, which it is for those who are not in the group any more. */
export const nameOf = (username: string, members: MemberDirectory): string =>
  Object.values(members).find((member) => member.username === username)?.name ?? username;

/** The names of people by their ids, `You`, first, for the viewer. Who is not in the group any more is left out. */
export const namesOf = (userIds: string[], members: MemberDirectory, viewerId: string): string[] => [
  ...userIds.filter((id) => id === viewerId).map(() => "You"),
  ...userIds.flatMap((id) => id === viewerId ? [] : members[id]?.name ?? []),
];
