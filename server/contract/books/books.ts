/** Books of a group, results of a search, and readers' progress. */
import * as booksLimits from "./limits.ts";
import { z } from "zod";
import { optionalText, rawText, requiredText, text } from "../site/fields.ts";
import { isbn13 } from "./isbn.ts";
import { type Edition, editionUnits } from "../reading/positions.ts";
import { booksServerTexts } from "./texts.ts";
import { progressTexts } from "../reading/texts.ts";

const { book } = booksLimits;

/** A whole number from a call or, as text, from a form or an address. */
const wholeNumber = (message: string) =>
  z.union([z.number(message), digits(message).transform(Number)], message)
    .pipe(z.int(message).min(0, message));

const digits = (message: string) =>
  rawText(15, { required: message, tooLong: message }).trim().regex(/^\d{1,15}$/, message);

/** A page: from 0, before the first one, to the book's last. */
export const pageNumber = wholeNumber(progressTexts.invalidPage);

/** An ISO time with its offset from UTC. */
const turnedAt = z.string().max(40, { abort: true }).pipe(z.iso.datetime({ offset: true })).optional();

/** The copy that a page was counted in: its reader may have another one by the time that it arrives. */
const copy = z.object({ unit: z.enum(editionUnits), pageCount: z.int().min(1).max(book.pages) }).optional();

/**
 * Where a reader is: `currentPage` in the book's own pages, or `page` in those of a `copy`, by default theirs; and when
 * they turned it, where that was a while ago. The day of the reading log is that of `at`, in the time zone that it is
 * written in.
 */
export const ProgressUpdate = z.object({
  currentPage: pageNumber.optional(),
  page: pageNumber.optional(),
  copy,
  at: turnedAt,
}).refine(({ currentPage, page }) => currentPage !== undefined || page !== undefined, {
  path: ["currentPage"],
  error: progressTexts.invalidPage,
});
export type ProgressUpdate = z.infer<typeof ProgressUpdate>;

const blankIsNone = (value: unknown) => typeof value === "string" && value.trim() === "" ? null : value;
/** How many pages a book has. */
export const pageCount = wholeNumber(booksServerTexts.invalidPageCount)
  .pipe(z.number().max(book.pages, booksServerTexts.invalidPageCount));
const isbn = optionalText(book.isbn).transform((written) => written && (isbn13(written) ?? written));
// Counted before the first one is parsed.
const categories = z.array(z.unknown()).max(book.categories).pipe(z.array(optionalText(book.category)))
  .transform((names) => names.filter((name) => name !== null));

/**
 * A book to add to a group: from a search, or entered by hand. A valid ISBN is stored as ISBN-13, an invalid one as it
 * is; a cover counts only if a search has returned it (see `insertBook`).
 */
export const NewBook = z.object({
  title: requiredText(book.title, booksServerTexts.titleRequired),
  author: optionalText(book.author).nullish(),
  description: optionalText(book.description).nullish(),
  coverImage: z.string().max(book.coverImage, { abort: true }).nullish().catch(null),
  pageCount: z.preprocess(blankIsNone, pageCount.nullish()).transform((pages) => pages || book.defaultPages),
  publishedDate: optionalText(book.publishedDate).nullish(),
  publisher: optionalText(book.publisher).nullish(),
  categories: z.preprocess((value) => typeof value === "string" ? [value] : value, categories.nullish()),
  language: optionalText(book.language).nullish(),
  isbn: isbn.nullish(),
  googleBooksId: optionalText(book.googleBooksId).nullish(),
});
export type NewBook = z.infer<typeof NewBook>;

/** What is searched for; blank finds nothing, and no more of it is read than any title has. */
export const BookQuery = z.object({
  query: z.string().transform((query) => query.slice(0, book.query)).pipe(text(book.query)).catch(""),
});

/** What the sources know of a book. `coverImage` is an address of ours. */
export interface BookResult {
  title: string;
  author: string | null;
  description: string | null;
  coverImage: string | null;
  /** Null when no source has it; an added book then has `defaultPages`. */
  pageCount: number | null;
  /** A year, `YYYY-MM`, `YYYY-MM-DD`, or as the imprint has it. */
  publishedDate: string | null;
  publisher: string | null;
  categories: string[];
  /** ISO 639-1, where there is one. */
  language: string | null;
  isbn: string | null;
  googleBooksId: string | null;
}

export interface Progress {
  bookId: string;
  userId: string;
  /** In the book's own pages. */
  currentPage: number;
  /** In those of the reader's copy. */
  page: number;
  /** Whole percent, 0 to 100. */
  progress: number;
  /** By the server's clock. Later ones of the same reader and book are greater. */
  lastReadAt: string;
}

/** A book of a group, as one of its members sees it. */
export interface Book extends Omit<BookResult, "pageCount"> {
  id: string;
  groupId: string;
  pageCount: number;
  createdAt: string;
  /** Who added it; null once that account is gone. */
  user: { id: string; username: string } | null;
  /** The viewer's own, if there is any. */
  progress: Progress[];
  /** The viewer's copy; null for the book's own pages. */
  edition: Edition | null;
}

/** A book that somebody has begun and not finished, for that reader alone. */
export interface BookInProgress
  extends Pick<Book, "id" | "title" | "author" | "coverImage" | "pageCount" | "edition" | "groupId"> {
  /** In the reader's copy. */
  page: number;
  /** Whole percent. */
  progress: number;
  groupName: string;
}
