import type { Message } from "./shapes.ts";

/** What most messages have none of: a page leaves it out of what it sends of them. */
export const noMarks = {
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

export type PageMessage = Omit<Message, Mark> & Partial<Pick<Message, Mark>>;

/** The ids that other authors' browsers gave are of no use to the reader's. */
export function toPage(message: Message, readerId: string): PageMessage {
  const marks: string[] = marksOf(message);
  const sent = Object.entries(message).filter(([name]) => !(name in noMarks) || marks.includes(name));
  return { ...Object.fromEntries(sent) as PageMessage, ...message.userId !== readerId && { clientId: null } };
}

export const fromPage = (message: PageMessage): Message => ({ ...noMarks, ...message });
