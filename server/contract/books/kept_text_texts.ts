import { keptTexts } from "./kept_text_limits.ts";

/** What is said about the text of a book that a device keeps. */
export const keptTextTexts = {
  keep: "Keep on this device",
  keepHint: "Then this book can be read without a connection, with your notes and highlights.",
  keeping: "Keeping on this device…",
  stop: "Stop",
  goOn: "Go on keeping",
  partly: (percent: number) => `${percent}% is kept on this device.`,
  kept: "Kept on this device",
  remove: "Remove from this device",
  noConnection: "There is no connection. What is kept so far stays.",
  notStored: "This device has no room for it.",
  instead: (title: string) =>
    `At most ${keptTexts.max} books are kept: “${title}”, which you read longest ago, is no longer.`,
  /** Of the offline page. */
  list: "Books kept on this device",
};
