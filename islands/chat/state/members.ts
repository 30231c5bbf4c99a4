import type { MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { displayName } from "../../../server/contract/people/names.ts";

export const directoryOf = ({ members }: Pick<Group, "members">): MemberDirectory =>
  Object.fromEntries(members.map(({ user }) => [
    user.id,
    { username: user.username, name: displayName(user), picture: user.profileImage ?? undefined },
  ]));

export const peopleIn = (messages: Message[]): string[] =>
  messages.flatMap(({ userId, mentions, reactions }) => [
    userId,
    ...mentions,
    ...reactions.flatMap(({ userIds }) => userIds),
  ]);

export function namedIn(messages: Message[], members: MemberDirectory, readerId: string): MemberDirectory {
  const ids = new Set([readerId, ...peopleIn(messages)]);
  const quoted = new Set(messages.map(({ replyTo }) => replyTo?.username));
  return Object.fromEntries(
    Object.entries(members).filter(([id, { username }]) => ids.has(id) || quoted.has(username)),
  );
}

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
