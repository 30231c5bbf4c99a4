import { counted } from "../site/plural.ts";
import { threads } from "./limits.ts";

const max = threads.counted;

export const threadTexts = {
  title: "Threads",
  description: "Messages with all their replies",
  intro: "Conversations that you started or replied in, the latest reply first.",
  none: "You are not in any threads yet.",
  noneHint: "Reply to a message in the chat: it starts a thread with all its replies.",
  older: "Show older threads",
  thread: "Thread",
  replies: (count: number) =>
    count >= max ? `${max} or more replies` : count === 0 ? "No replies yet" : counted(count, "reply", "replies"),
  unread: (count: number) => `${count} new`,
  latest: (time: string) => `latest ${time}`,
  people: (names: string, more: number) => `In it: ${names}${more > 0 ? ` and ${more} more` : ""}`,
  first: "First message",
  earlier: "Earlier replies",
  toLatest: "Latest replies",
  reply: "Reply",
  replied: "Reply sent",
  replyHint: "The chat shows it too.",
  send: "Send",
  about: "Only for members who have reached the page of the first message:",
  readFirst: "You can reply once you can read the first message.",
};
