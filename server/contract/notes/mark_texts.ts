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

  title: "My highlights",
  inBook: (title: string) => `Highlights in “${title}”`,
  empty: "You have not marked anything in this book yet.",
  emptyHint: "Open the text, and choose Mark.",
  lost: "Not found in the text that the book has now",
  lostHint: "The group has another text of this book now, and these words are not in it. They stay here.",
  exportMarkdown: "Export as Markdown",
  exportJson: "Export as Web Annotations",
  ahead: (count: number) => counted(count, "more highlight further ahead", "more highlights further ahead"),
  colors: { yellow: "Yellow", green: "Green", blue: "Blue", pink: "Pink" },
  more: "More highlights",
  older: "Older highlights",
  noText: "The text is no longer here.",
};
