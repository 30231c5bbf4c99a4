import { counted } from "../site/plural.ts";
import * as notesLimits from "./limits.ts";
import type { ImportedHighlights } from "./shapes.ts";

export const importTexts = {
  title: "Import highlights",
  file: "File",
  hint: "My Clippings.txt from a Kindle, the CSV or JSON export from Readwise, or the JSON export from KOReader, " +
    "up to 5 MB. Importing it again adds nothing twice.",
  where:
    "Each highlight is added to your note on its page, in the book with the same title and author, of one of your " +
    "groups or of your own. Only you see it. Where the file has a location and no page, the page is approximate.",
  import: "Import",
  noFile: "Please choose a file.",
  tooLarge: "The file is larger than 5 MB.",
  get tooMany() {
    return `The file has more than ${notesLimits.highlights.entries.toLocaleString("en")} highlights.`;
  },
  get tooManyKnown() {
    return `You have imported ${
      notesLimits.highlights.remembered.toLocaleString("en")
    } highlights, which is the maximum.`;
  },
  unknownFormat:
    "This file has no highlights from Kindle, Readwise or KOReader. Choose My Clippings.txt, the CSV or JSON " +
    "export from Readwise, or the JSON export from KOReader: its Markdown, text and HTML exports cannot be read.",
  imported: ({ added, known, unmatched }: ImportedHighlights) =>
    [
      `${counted(added, "highlight")} added.`,
      known > 0 && `${known} already there.`,
      unmatched > 0 && `${unmatched} not added.`,
    ].filter(Boolean).join(" "),
  notAdded: "Not added",
  addBooks: "Add the missing books to your own books, and import the file again.",
  count: (count: number) => counted(count, "highlight"),
  untitled: "Untitled",
  reasons: {
    noBook: "No book of your groups, or of your own, has this title and author",
    noPlace: "It has no page or location, or is beyond the end of your copy",
    tooLong: "It is longer than a note may be",
    clippingLimit: "The Kindle did not keep its words: the book’s clipping limit was reached",
    noteFull: "Your note on its page is full",
    shared: "Your note on its page is shared",
    gone: "The book is no longer on the shelf",
  },
  anki: "Export for Anki",
};
