/** Of the page of a book and of what the dashboard begins with: of these, islands have only the names of tabs. */
import { counted } from "../site/plural.ts";
import { placeName, placeWithin } from "./places.ts";
import type { BookPageTab } from "./paths.ts";
import type { CopyUnit } from "./shapes.ts";

export const tabTexts: Record<BookPageTab, string> = {
  page: "This page",
  notes: "Notes",
  questions: "Questions",
  talk: "Talk",
  copy: "My copy",
};

export const turnTexts = {
  page: { pages: "My page", minutes: "My minute", percent: "My percent" },
  update: "Update",
  previous: { pages: "Previous page", minutes: "A minute back", percent: "A percent back" },
  next: { pages: "Next page", minutes: "A minute on", percent: "A percent on" },
  of: (count: number, unit: CopyUnit) => unit === "percent" ? "of 100" : `of ${count}`,
};

export const pageTexts = {
  at: (page: number, unit: CopyUnit) => placeName(page, unit),
  notYours: (page: number, unit: CopyUnit) => `You are on ${placeWithin(page, unit)}.`,
  backToYours: "Back to your page",
  note: "Your note",
  saveNote: "Save note",
  saveAndShare: "Save and share",
  notes: "What others wrote here",
  notBegun: (unit: CopyUnit) => `Turn to ${placeWithin(1, unit)} to write.`,
  noNotes: "Nobody else has shared a note on this page.",
  questions: "Questions here",
  talk: "Messages about this page",
  write: "Write about this page",
  ask: "Ask a question",
  noteFailed: "Failed to load your note",
};

export const talkTexts = {
  title: "Talk",
  intro: "Messages about this book in the order of its pages. Those further on open when you get there.",
  empty: "No messages about this book yet.",
  ahead: (count: number) => `${counted(count, "more message")} further ahead`,
  inChat: "Show in the chat",
  later: "Messages on later pages",
  loadFailed: "Failed to load the messages",
};

export const aboutBookTexts = {
  preview: "Open the preview",
  beside: "Read beside the preview",
};

export const openedLineTexts = {
  opened: "Opened as you read:",
  notes: (count: number) => counted(count, "note"),
  questions: (count: number) => counted(count, "question"),
  messages: (count: number) => counted(count, "message"),
};

export const todayTexts = {
  title: "Today",
  readTo: (page: number, unit: CopyUnit) => `Read to ${placeWithin(page, unit)}`,
  left: (count: number, unit: CopyUnit) =>
    unit === "percent" ? `${count}% left` : `${counted(count, unit.slice(0, -1), unit)} left`,
  isThere: "You have read today’s part",
  begins: (date: string) => `The plan begins on ${date}`,
  at: (page: number, unit: CopyUnit, count: number) =>
    unit === "percent" ? `You are at ${page}%` : `You are on ${placeWithin(page, unit)} of ${count}`,
  notBegun: "You have not begun yet",
  begin: "Begin",
  iHaveReadIt: "I've read it",
  ahead: "Ahead",
  behind: "Behind",
  here: "With you",
  others: (count: number) => `and ${counted(count, "other")}`,
  nextMeeting: "Next meeting:",
  alsoReading: "Also reading",
  loadFailed: "Failed to load what you are reading",
};
