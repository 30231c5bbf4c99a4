import type { MemberDirectory, Message } from "./shapes.ts";

/** What most messages have none of: a page leaves it out of what it sends of them. */
export const noMarks = {
  format: null,
  editedAt: null,
  deletedAt: null,
  replyTo: null,
  mentions: [],
  reactions: [],
  pinnedAt: null,
  files: [],
  anchor: null,
  veiled: false,
} satisfies Partial<Message>;

type Mark = keyof typeof noMarks;

export const marksOf = (message: Message): Mark[] =>
  (Object.keys(noMarks) as Mark[]).filter((name) => String(message[name]) !== String(noMarks[name]));

/** What a page says once for all its messages: their group, and by ids what members are called. */
interface Shared {
  groupId: string;
  members: MemberDirectory;
}

type Known = Mark | "groupId" | "clientId" | "username";

export type PageMessage = Omit<Message, Known> & Partial<Pick<Message, Known>>;

/** The ids that other authors' browsers gave are of no use to the reader's. */
export function toPage(message: Message, readerId: string, members: MemberDirectory): PageMessage {
  const { userId, username, clientId, groupId: _, ...rest } = message;
  const marks: string[] = marksOf(message);
  const sent = Object.entries({ ...rest, userId }).filter(([name]) => !(name in noMarks) || marks.includes(name));
  return {
    ...Object.fromEntries(sent) as PageMessage,
    ...members[userId]?.username !== username && { username },
    ...userId === readerId && clientId !== null && { clientId },
  };
}

export const fromPage = (message: PageMessage, { groupId, members }: Shared): Message => ({
  ...noMarks,
  groupId,
  clientId: null,
  username: members[message.userId]?.username,
  ...message,
});
