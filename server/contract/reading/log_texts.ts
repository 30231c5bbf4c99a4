import { readingList } from "./limits.ts";
import type { Imported } from "./shapes.ts";
import { counted } from "../site/plural.ts";

const rows = readingList.importRows.toLocaleString("en");

const room = readingList.books.toLocaleString("en");

export const readingLogTexts = {
  ownBooks: "Books of my own",
  ownBooksHint: "Books that you read by yourself, with your pages, notes and plans. Nobody else sees them.",
  openOwnBooks: "Open my books",
  title: "Reading log",
  pages: "pages",
  daysRead: "days",
  counts: {
    pages: (count: number) => count === 1 ? "page" : "pages",
    days: (count: number) => count === 1 ? "day" : "days",
    books: (count: number) => count === 1 ? "book" : "books",
  },
  years: "Years",
  allBooks: "All books",
  calendar: (year: number) => `Pages per day in ${year}`,
  calendarHint: "The stronger the colour of a day, the more you read.",
  total: (year: number) => `Pages read in ${year}, added up`,
  day: (date: string, pages: number) => `${date}: ${counted(pages, "page")}`,
  asTable: "As a table",
  month: "Month",
  booksOf: (year: number) => `Books of ${year}`,
  noDays: "Nothing read yet",
  noDaysHint: "Each page that you turn in a group’s book counts on its day.",
  openGroup: "Open a group",
  noBooks: "No books yet",
  noBooksHint: "A book that you finish in a group comes here by itself. You can also import those you have read.",
  statuses: { "to-read": "Want to read", "reading": "Reading", "read": "Read" },
  finishedOn: (date: string) => `Finished ${date}`,
  stars: (rating: number) => `${rating} of 5 stars`,
  pageCount: (pages: number) => counted(pages, "page"),
  removeBook: (title: string) => `Remove ${title}`,
  removed: "Removed from your books",
  bookNotFound: "This book is not in your list",
  more: "More books",
  importTitle: "Bring your books along",
  importHint:
    "A CSV file exported from Goodreads or The StoryGraph, up to 5 MB. Importing it again adds nothing twice.",
  file: "CSV file",
  import: "Import",
  export: "Export my books",
  exportHint: "Goodreads and The StoryGraph can read the file.",
  noFile: "Please choose a file.",
  tooLarge: "The file is larger than 5 MB.",
  noList: "This file has no column named Title. Please choose a CSV export of Goodreads or The StoryGraph.",
  importFailed: "Failed to import the file",
  loadFailed: "Failed to load your reading log",
  sending: "Sending the file…",
  adding: "Adding your books…",
  showBooks: "Show my books",
  line: (line: number, reason: string) => `Line ${line}: ${reason}`,
  refusals: {
    malformed: "its quotes do not match, or it is too long",
    otherWidth: (columns: number, expected: number) => `it has ${columns} columns where the header has ${expected}`,
    noTitle: "it has no title",
    tooLong: "its title or author is too long",
    notUtf8: "it is not UTF-8",
    unknownShelf: (shelf: string) => `its shelf “${shelf}” is not one of ours`,
  },
  imported: ({ added, changed, known, refused, lines, isCut }: Imported) =>
    [
      `${counted(added, "book")} added.`,
      changed > 0 && `${changed} updated.`,
      known > 0 && `${known} already there.`,
      refused > 0 &&
      `${refused} left out: ${lines.length < refused ? "the first in lines" : "line"} ${
        lines.map(({ line }) => line).join(", ")
      }.`,
      isCut &&
      `The rest of the file was left out: at most ${rows} rows are read, and your list has room for ${room} books.`,
    ].filter(Boolean).join(" "),
};
