import { z } from "zod";
import { isbn13 } from "./isbn.ts";
import * as booksLimits from "./limits.ts";
import { booksServerTexts } from "./texts.ts";
import { shelfTexts } from "./shelf_texts.ts";
import { Copy, Progress } from "../reading/shapes.ts";
import { progressTexts } from "../reading/texts.ts";
import { id, optionalText, rawText, requiredText, text } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";

const { book, shelf } = booksLimits;

const wholeNumber = (message: string) =>
  z.union([z.number(message), digits(message).transform(Number)], message)
    .pipe(z.int(message).min(0, message));

const digits = (message: string) =>
  rawText(15, { required: message, tooLong: message }).trim().regex(/^\d{1,15}$/, message);

export const pageNumber = wholeNumber(progressTexts.invalidPage);

const blankIsNone = (value: unknown) => typeof value === "string" && value.trim() === "" ? null : value;
export const pageCount = wholeNumber(booksServerTexts.invalidPageCount)
  .pipe(z.number().max(book.pages, booksServerTexts.invalidPageCount));
const isbn = optionalText(book.isbn).transform((written) => written && (isbn13(written) ?? written));
// Counted before the first one is parsed.
const categories = z.array(z.unknown()).max(book.categories).pipe(z.array(optionalText(book.category)))
  .transform((names) => names.filter((name) => name !== null));

export const bookStates = ["suggested", "next", "now", "done"] as const;
export type BookState = (typeof bookStates)[number];

/** Of books that members can say of that they would read them. */
export const candidateStates: readonly BookState[] = ["suggested", "next"];

/** A valid ISBN is stored as ISBN-13; a cover counts only if a search has returned it (see `insertBook`). */
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
  state: z.enum(bookStates).default("now"),
});
export type NewBook = z.infer<typeof NewBook>;

const place = wholeNumber(shelfTexts.invalidPlace).pipe(
  z.number().max(book.places, shelfTexts.invalidPlace),
);
const isConfirmed = z.preprocess((value) => value === "true" || value === "on" || value, z.boolean());

/** What is left out stays. A state without a position: read or done books first, others last. */
export const BookUpdate = z.object({
  title: requiredText(book.title, booksServerTexts.titleRequired).optional(),
  authors: optionalText(book.author).nullish(),
  pageCount: pageCount.pipe(z.number().min(1, booksServerTexts.invalidPageCount)).optional(),
  coverImage: z.string().max(book.coverImage, { abort: true }).nullish(),
  state: z.enum(bookStates).optional(),
  position: z.preprocess((value) => value === "" ? undefined : value, place.optional()),
  confirm: isConfirmed.optional().describe("That it may have fewer pages than somebody has read."),
});
export type BookUpdate = z.infer<typeof BookUpdate>;

export const BookQuery = z.object({
  query: z.string().transform((query) => query.slice(0, book.query)).pipe(text(book.query)).catch("")
    .describe("Words, or an ISBN. A blank one finds nothing, and no more of it is read than a title has."),
});

const details = {
  title: z.string(),
  author: z.string().nullable(),
  description: z.string().nullable(),
  coverImage: z.string().nullable().describe("An address of this service."),
  publishedDate: z.string().nullable().describe("A year, YYYY-MM, YYYY-MM-DD, or as the imprint has it."),
  publisher: z.string().nullable(),
  categories: z.array(z.string()),
  language: z.string().nullable().describe("ISO 639-1, where there is one."),
  isbn: z.string().nullable(),
  googleBooksId: z.string().nullable(),
};

export const BookResult = z.strictObject({
  ...details,
  pageCount: count.nullable().describe(`Null where no source has it; an added book then has ${book.defaultPages}.`),
}).meta({ id: "BookResult" });
export type BookResult = z.infer<typeof BookResult>;

const pageOfShelf = z.coerce.number().int().min(1).optional().catch(undefined);

/** On the shelf's page: which page of each state, and the book that it leads to, or that was moved. */
export const ShelfQuery = z.object({
  now: pageOfShelf,
  next: pageOfShelf,
  suggested: pageOfShelf,
  done: pageOfShelf,
  at: id.optional().catch(undefined),
  moved: id.optional().catch(undefined),
});

export const Book = z.strictObject({
  ...details,
  id: z.string(),
  groupId: z.string(),
  pageCount: count,
  createdAt: time,
  user: z.strictObject({ id: z.string(), username: z.string() }).nullable()
    .describe("The member who added it; null once that account is gone."),
  progress: z.array(Progress).describe("The caller's own, if there is any."),
  edition: Copy.nullable().describe("The caller's copy; null for the book's own pages."),
  state: z.enum(bookStates),
  position: count.describe(
    "Its place among those of its state, from 0; of those with the same place the latest is first.",
  ),
  interested: z.array(z.string())
    .describe(
      "Ids of members who would read it, of a suggested or next book: those that the caller may see. " +
        `In a list of books at most ${shelf.interested} of each, and the caller's own.`,
    ),
  interestedCount: count.describe("How many members would read it."),
  removedAt: time.nullable().describe("Null: nobody reads a removed book."),
}).meta({ id: "Book" });
export type Book = z.infer<typeof Book>;

export interface BookInProgress
  extends Pick<Book, "id" | "title" | "author" | "coverImage" | "pageCount" | "edition" | "groupId"> {
  /** In the reader's copy. */
  page: number;
  /** Whole percent. */
  progress: number;
  groupName: string;
}
