import { z } from "zod";
import type * as contract from "./books.ts";
import type { Chapter as ChapterShape } from "../reading/chapters.ts";
import type * as plans from "../reading/plan.ts";
import * as positions from "../reading/positions.ts";
import type * as sharing from "../reading/readers.ts";
import * as log from "../reading/reading_log.ts";
import { PublicUser } from "../people/answers_people.ts";
import { count, day, time } from "../site/answers_shared.ts";

const details = {
  title: z.string(),
  author: z.string().nullable(),
  description: z.string().nullable(),
  coverImage: z.string().nullable(),
  publishedDate: z.string().nullable(),
  publisher: z.string().nullable(),
  categories: z.array(z.string()),
  language: z.string().nullable(),
  isbn: z.string().nullable(),
  googleBooksId: z.string().nullable(),
};

export const BookResult = z.strictObject({ ...details, pageCount: count.nullable() }).meta({
  id: "BookResult",
}) satisfies z.ZodType<contract.BookResult>;

export const Edition = z.strictObject({
  pageCount: count.describe("In its unit."),
  unit: z.enum(positions.editionUnits),
  points: z.array(z.tuple([z.number(), z.number()])).nullable()
    .describe("Pages with their positions in the text, from 0 to 1 000 000 000."),
}).meta({ id: "Edition" }) satisfies z.ZodType<positions.Edition>;

export const Progress = z.strictObject({
  bookId: z.string(),
  userId: z.string(),
  currentPage: count.describe("In the book's own pages."),
  page: count.describe("In those of the reader's copy."),
  progress: z.int().min(0).max(100).describe("Whole percent."),
  lastReadAt: time,
}).meta({ id: "Progress" }) satisfies z.ZodType<contract.Progress>;

export const Book = z.strictObject({
  ...details,
  id: z.string(),
  groupId: z.string(),
  pageCount: count,
  createdAt: time,
  user: z.strictObject({ id: z.string(), username: z.string() }).nullable(),
  progress: z.array(Progress).describe("The caller's own, if there is any."),
  edition: Edition.nullable(),
}).meta({ id: "Book" }) satisfies z.ZodType<contract.Book>;

export const Chapter = z.strictObject({ title: z.string(), page: count }).meta({
  id: "Chapter",
}) satisfies z.ZodType<ChapterShape>;

const plan = z.strictObject({
  startsAt: time,
  targetAt: time,
  days: z.array(z.int().min(0).max(6)),
  createdBy: z.string().nullable(),
});

export const Pace = z.strictObject({
  plan: plan.nullable(),
  expected: z.strictObject({ percent: z.number(), page: count }).nullable(),
  perDay: z.number().nullable(),
}) satisfies z.ZodType<plans.Pace>;

export const Reader = z.strictObject({
  user: PublicUser,
  percent: z.number(),
  page: count,
  lastReadAt: time.nullable(),
  finishedAt: time.nullable(),
}).meta({ id: "Reader" }) satisfies z.ZodType<sharing.SharingReader>;

const libraryBook = z.strictObject({
  id: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  pageCount: count.nullable(),
  status: z.enum(log.libraryStatuses),
  startedOn: day.nullable(),
  finishedOn: day.nullable(),
  rating: z.number().nullable(),
});

export const ReadingLog = z.strictObject({
  year: z.int(),
  days: z.array(z.strictObject({ day, pages: z.number() })),
  books: z.array(libraryBook),
  pages: z.number(),
  finished: count,
  hasMore: z.boolean(),
}) satisfies z.ZodType<log.ReadingLog>;

export const Imported = z.strictObject({
  message: z.string(),
  added: count,
  changed: count,
  known: count,
  refused: count,
  lines: z.array(z.strictObject({ line: count, reason: z.string() })),
  isCut: z.boolean(),
}) satisfies z.ZodType<log.Imported>;
