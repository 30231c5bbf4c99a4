import { goal as limits } from "./limits.ts";
import { counted } from "../site/plural.ts";

export const goalTexts = {
  title: "Goal for the year",
  booksIn: (year: number) => `Books in ${year}`,
  hint: "0 for no goal.",
  save: "Save goal",
  saved: "Your goal was saved",
  invalid: `Please enter 0 to ${limits.books} books.`,
  invalidYear: "Please enter a year.",
};

interface Progress {
  year: number;
  /** The goal; 0 for none. */
  books: number;
  finished: number;
  /** `YYYY-MM-DD`, of the reader. */
  today: string;
}

/** How many books of the goal are due by the end of a day; days before the year are 0, days after it all. */
export function dueBooks({ year, books, today }: Omit<Progress, "finished">): number {
  const start = Date.UTC(year, 0, 1);
  const days = (Date.UTC(year + 1, 0, 1) - start) / 86_400_000;
  const passed = (Date.parse(today) - start) / 86_400_000 + 1;
  return Math.floor(books * Math.min(days, Math.max(0, passed)) / days);
}

/** *7 of 12 books, 2 books ahead of schedule*; null without a goal. */
export function goalLine({ year, books, finished, today }: Progress): string | null {
  if (books === 0) return null;
  const reached = `${finished} of ${counted(books, "book")}`;
  if (finished >= books) return `${reached}, goal reached`;
  if (Number(today.slice(0, 4)) !== year) return reached;
  const ahead = finished - dueBooks({ year, books, today });
  if (ahead === 0) return `${reached}, on schedule`;
  return `${reached}, ${counted(Math.abs(ahead), "book")} ${ahead > 0 ? "ahead of" : "behind"} schedule`;
}
