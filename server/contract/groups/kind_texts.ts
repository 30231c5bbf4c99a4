import { type GroupTab, groupTabs } from "./paths.ts";
import type { GroupKind } from "./shapes.ts";

interface KindTexts {
  description: string;
  /** The page about it. */
  about: string;
  aboutDescription: string;
  what: string;
  /** What one can be notified of. */
  messages: string;
  club: string;
  tabs: readonly GroupTab[];
  /** In place of how many members there are. */
  below?: string;
  /** In place of its name, within a sentence of a notice. */
  inText?: string;
}

/** What is said otherwise of a group that two, or one alone, have. */
export const kindTexts: Record<GroupKind, KindTexts> = {
  group: {
    description: "A study group.",
    about: "About this group",
    aboutDescription: "What the group is about, who is in it, and who can join.",
    what: "The group",
    messages: "Messages of this group",
    club: "Shelf, polls, meetings",
    tabs: groupTabs,
  },
  direct: {
    description: "A conversation between two people.",
    about: "About this conversation",
    aboutDescription: "Who is in the conversation, and what you are notified of.",
    what: "The conversation",
    messages: "Messages of this conversation",
    club: "Shelf, meetings, threads",
    tabs: ["chat", "settings"],
    below: "Direct messages",
    inText: "your conversation",
  },
  own: {
    description: "Your books outside of groups.",
    about: "About this shelf",
    aboutDescription: "Your books outside of groups.",
    what: "The shelf",
    messages: "Messages to yourself",
    club: "Shelf, meetings, threads",
    tabs: ["chat", "settings"],
    below: "Only for you",
    inText: "your own reading",
  },
};

export const whatTexts = {
  directTitle: "Who is in it",
  ownTitle: "What it is",
  direct: "Only the two of you can read what is written here. You can write to each other as long as you are friends.",
  own: "Only you see these books and what you write here.",
  toProfile: (name: string) => `Profile of ${name}`,
  profileHint: "There you can also report or block them.",
  toLog: "Reading log",
};

/** What is said to one alone in place of what is said in a group. */
export const ownTexts = {
  noMessages: "Nothing is written yet. Only you read what you write here.",
  books: { empty: "No books yet. Add the first one you read.", add: "Add to my books", isAdded: "In my books" },
  suggest: "Add a book for later",
  suggestIt: "Add",
  suggestOf: (title: string) => `Add ${title}`,
};
export type OwnBooksTexts = typeof ownTexts.books;
