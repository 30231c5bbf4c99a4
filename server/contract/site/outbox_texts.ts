import { counted } from "./plural.ts";

const things = (count: number): string => counted(count, "thing");

export const outboxTexts = {
  label: "Not sent yet",
  waits: (count: number) => `${things(count)} ${count === 1 ? "waits" : "wait"} to be sent`,
  failed: (count: number) => `${things(count)} could not be sent`,
  kinds: { message: "Message", note: "Note", page: "Page", answer: "Answer" },
  conflict: "This note was changed elsewhere in the meantime. Both versions are safe: open it to choose.",
  savedVersion: "Saved version",
  open: "Open",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "It could not be copied. Select the text instead.",
  tryAgain: "Try again",
  discard: "Discard",
  discardSure: "Discard for good",

  logout: {
    title: "Log out anyway?",
    lost: (count: number) =>
      count === 1
        ? "There is 1 thing in this browser that you wrote and that is not sent or saved yet. Logging out deletes it:"
        : `There are ${count} things in this browser that you wrote and that are not sent or saved yet. ` +
          "Logging out deletes them:",
    more: (count: number) => `and ${count} more`,
    stay: "Stay logged in",
    leave: "Log out and delete",
  },

  later: {
    open: "Write for later",
    label: "Message for later",
    hint: "It is stored in this browser, and sent when the chat is back.",
    about: "It is about",
    store: "Store message",
    waits: "waits for a connection",
    remove: "Remove",
    list: "Messages for later",
    notStored: "This browser could not store it. Copy the text before you leave.",
  },

  storedPage: (when: string) => `You are offline. This is how it was ${when}.`,
  at: (time: string) => `at ${time}`,
  on: (date: string) => `on ${date}`,
  backOnline: "The connection is back.",
  reload: "Show it as it is now",
};

/** Of the offline page, which no page has from the start. */
export const readableTexts = {
  storedGroups: "Your groups, as they were",
  storedBooks: "Books",
  asOf: (when: string) => `as of ${when}`,
  readable: "Stored in this browser",
  notStored: "This page isn't stored in this browser. You can go on reading these.",
  nothingStored: "Nothing is stored in this browser yet. Groups that you open can be read later without a connection.",
};
