import { counted } from "../site/plural.ts";
import * as notesLimits from "./limits.ts";

const { mark } = notesLimits;

/** What is said about highlights in the text of a book. */
export const markTexts = {
  added: "Your highlight was added.",
  changed: "Your highlight was changed.",
  removed: "The highlight was removed.",
  notFound: "Highlight not found",
  invalidRange: `Mark some words, at most ${mark.length} characters.`,
  tooMany: `You have ${mark.perBook.toLocaleString("en")} highlights in this book, which is the maximum.`,
  notice: (name: string, title: string) => `${name} answered your highlight in “${title}”`,

  title: "Highlights",
  inBook: (title: string) => `Highlights in “${title}”`,
  description: "What you marked in the text of a book, and what others share.",
  toText: "Back to the text",
  inText: "Show in the text",
  empty: "Nobody has marked anything here yet.",
  emptyHint: "Open the text and mark what you want to find again.",
  loadFailed: "Failed to load the highlights",
  lost: "Not found in the text that the book has now",
  lostHint: "The book has another text now, and these words are not in it.",
  exportMarkdown: "Export as Markdown",
  exportJson: "Export as Web Annotations",
  ahead: (count: number) => counted(count, "more highlight further ahead", "more highlights further ahead"),
  colors: { yellow: "Yellow", green: "Green", blue: "Blue", pink: "Pink" },
  color: "Colour",
  note: "Note",
  share: "Share with the group",
  yes: "Yes",
  no: "No, for me alone",
  save: "Save",
  change: "Change",
  remove: "Delete this highlight",
  removeHint: "The answers to it are deleted too. This cannot be undone.",
  more: "More highlights",
  older: "Older highlights",
  ownTitle: "Highlights",
};
