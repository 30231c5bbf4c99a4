/** What somebody has read: by day, and their own list of books. */
import { z } from "zod";
import { id } from "../site/fields.ts";

/** The year that a log is asked for; the current one where it is none. */
export const ReadingQuery = z.object({ year: z.coerce.number().int().min(1).max(9999).optional().catch(undefined) });

/** From where on the list of all books is shown. */
export const LibraryQuery = z.object({ after: id.optional().catch(undefined) });

/** A day on which something was read. */
export interface ReadingDay {
  /** `YYYY-MM-DD` in the reader's time zone. */
  day: string;
  pages: number;
}

export const libraryStatuses = ["to-read", "reading", "read"] as const;
export type LibraryStatus = (typeof libraryStatuses)[number];

/** A book of somebody's own list. */
export interface LibraryBook {
  id: string;
  title: string;
  author: string | null;
  pageCount: number | null;
  status: LibraryStatus;
  /** `YYYY-MM-DD`. */
  startedOn: string | null;
  finishedOn: string | null;
  /** Above 0, up to 5. */
  rating: number | null;
}

export interface ReadingLog {
  year: number;
  days: ReadingDay[];
  /** Finished in this year; in the current one also those that are being read. */
  books: LibraryBook[];
  /** How many pages, and how many books were finished. */
  pages: number;
  finished: number;
  /** Whether there are more books than these. */
  hasMore: boolean;
}

/** A line of a file that was left out. */
export interface RefusedLine {
  line: number;
  reason: string;
}

/** What an import has done. */
export interface Imported {
  added: number;
  /** That were there and have been finished since. */
  changed: number;
  /** That were there already. */
  known: number;
  refused: number;
  /** The first of them. */
  lines: RefusedLine[];
  /** Whether the file has more rows than are read, or the list of books is full. */
  isCut: boolean;
}

/** A line of the answer to an import, while it goes on and at its end. */
export type ImportStep = { done: number; total: number } | (Imported & { message: string }) | { error: string };
