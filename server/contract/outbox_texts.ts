/** What is shown of things that wait to be sent: apart from other texts, for no page needs them at first. */

const things = (count: number): string => count === 1 ? "1 thing" : `${count} things`;

export const outboxTexts = {
  label: "Not sent yet",
  waits: (count: number) => `${things(count)} ${count === 1 ? "waits" : "wait"} to be sent`,
  failed: (count: number) => `${things(count)} could not be sent`,
  /** Shown when something was stored here for lack of a connection. */
  stored: "No connection. It is stored in this browser, and sent when there is one.",
  kinds: { message: "Message", note: "Note", page: "Page", answer: "Answer" },
  conflict: "This note was changed elsewhere meanwhile. Both versions are safe: open it to choose.",
  savedVersion: "Saved version",
  refused: "The server did not accept it.",
  open: "Open",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "It could not be copied. Select the text instead.",
  tryAgain: "Try again",
  discard: "Discard",
  discardSure: "Discard for good",

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
  needsConnection: "This needs a connection. Nothing was sent.",
  readable: "Stored in this browser",
};
