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
