/** What is done with messages and tied to them, and how they are found: in the browser loaded on use. */
import { unitNames } from "../reading/places.ts";
import type { Copy } from "../reading/shapes.ts";

export const messageMenuTexts = {
  react: "Add reaction",
  otherEmoji: "Other emoji",
  reply: "Reply",
  thread: "Thread",
  edit: "Edit",
  delete: "Delete",
  confirmDelete: "Delete this message?",
  confirmDeleteText: "Everyone will see that it was deleted. This cannot be undone.",
  pin: "Pin",
  unpin: "Unpin",
  copyLink: "Copy link",
  linkCopied: "Link copied",
  copyFailed: "The link could not be copied. It is the message’s time.",
  report: "Report",
  more: "More actions",
};

export const emojiTexts = {
  title: "Emoji",
  search: "Search emoji",
  groups: "Kinds of emoji",
  tabs: [
    "Recent",
    "Smileys",
    "People",
    "Animals and nature",
    "Food and drink",
    "Travel and places",
    "Activities",
    "Objects",
    "Symbols",
    "Flags",
  ],
  more: "More emoji",
  loading: "Loading emoji...",
  none: "No emoji found",
  failed: "Failed to load emoji",
};

export const findTexts = {
  search: "Search messages",
  pins: "Pinned messages",
  latestPin: "Pinned message",
  pinCount: (count: number) => `${count} pinned`,
  noneFound: "No messages found.",
  noneFoundHint: "Try fewer or different words.",
  noPins: "No messages are pinned.",
  noPinsHint: "Choose Pin in a message’s menu: pinned messages stay above the chat for everyone.",
  searchMore: "Show more",
  back: "Back to the chat",
  searchFailed: "Failed to search messages",
};

export const anchorDialogTexts = {
  pageIn: ({ pageCount, unit }: Pick<Copy, "pageCount" | "unit">) =>
    unit === "percent" ? "Percent" : `${unitNames[unit]}, of ${pageCount}`,
  hint: "Members who haven’t reached this page see only that you wrote something.",
  book: "Book",
  tie: "Use this page",
};

/** In an open book, of what a turned page has opened. */
export const openedTexts = {
  messages: (count: number) => count === 1 ? "1 message opened: read it" : `${count} messages opened: read them`,
};
