import { z } from "zod";
import { isbn13, isbnProblem } from "../books/isbn.ts";
import { isbnTexts } from "../books/isbn_texts.ts";
import * as booksLimits from "../books/limits.ts";
import { pageCount, pageNumber } from "../books/shapes.ts";
import { typedPlace } from "../books/text_shapes.ts";
import { booksServerTexts } from "../books/texts.ts";
import { contentsLines, isRising, parseChapters } from "./chapters.ts";
import * as readingLimits from "./limits.ts";
import { planProblem, type Schedule } from "./plan.ts";
import { copyUnits } from "./shapes.ts";
import { copyTexts, paceTexts, progressTexts } from "./texts.ts";
import { endTexts } from "./end_texts.ts";
import { wantedTexts } from "./wanted_texts.ts";
import { goalTexts } from "./goal.ts";
import { hasVisible, id, onceRight, optionalText, rawText, requiredText, text } from "../site/fields.ts";
import { validationServerTexts, validationTexts } from "../site/texts.ts";

/** What is not sent in the body: a browser keeps its time zone in a cookie. */
interface InTimeZone {
  timeZone?: string;
}

const turnedAt = z.string().max(40, { abort: true }).pipe(z.iso.datetime({ offset: true }));

/** The copy that a page was counted in: its reader may have another one by the time that it arrives. */
const copy = z.object({ unit: z.enum(copyUnits), pageCount: z.int().min(1).max(booksLimits.book.pages) }).optional();

/**
 * To a page, or to a place of the text: of both there is one. The day of the reading log is that of the time of the
 * turn, in the time zone that it is written in.
 */
export const ProgressUpdate = z.object({
  currentPage: pageNumber.optional(),
  page: pageNumber.optional(),
  copy,
  at: z.union([turnedAt, typedPlace]).optional()
    .describe("A place in the text of the book, from 0 to 1 000 000 000; or, as a time, that of the turn to a page."),
  turnedAt: turnedAt.optional().describe("When that was, where it is sent later."),
}).refine(({ currentPage, page, at }) => isPlace(at) === (currentPage === undefined && page === undefined), {
  path: ["currentPage"],
  error: progressTexts.invalidPage,
}).transform(({ at, turnedAt, ...update }): Turn & InTimeZone =>
  isPlace(at) ? { ...update, place: at, at: turnedAt } : { ...update, at: at ?? turnedAt }
);
export type ProgressUpdate = z.output<typeof ProgressUpdate>;

const isPlace = (at?: string | number): at is number => typeof at === "number";

interface Turn {
  currentPage?: number;
  page?: number;
  copy?: z.output<typeof copy>;
  place?: number;
  at?: string;
}

const counted = { pageCount: pageCount.pipe(z.number().min(1, booksServerTexts.invalidPageCount)) };

export const NewCopy = z.discriminatedUnion("unit", [
  z.object({ unit: z.literal("pages"), ...counted }),
  z.object({ unit: z.literal("minutes"), ...counted }),
  z.object({ unit: z.literal("percent") }).transform(({ unit }) => ({ unit, pageCount: 100 })),
], copyTexts.invalidUnit);
export type NewCopy = z.infer<typeof NewCopy>;

const newChapter = z.object({ title: requiredText(readingLimits.chapters.title), page: pageNumber });

const { max: most } = readingLimits.chapters;
const tooMany = copyTexts.tooManyChapters(most);

/** Chapters, each with a title of its own, in the order of their pages; these are counted before any is parsed. */
export const Chapters = z.array(z.unknown()).max(most, tooMany)
  .pipe(z.array(newChapter))
  .refine((chapters) => new Set(chapters.map(({ title }) => title)).size === chapters.length, copyTexts.sameTitle)
  .refine(isRising, copyTexts.notRising);

export const TypedChapters = z.object({
  contents: rawText(readingLimits.chapters.typed / 4, { tooLong: tooMany })
    .transform(contentsLines)
    .pipe(z.array(z.string()).max(most, tooMany))
    .transform((lines, context) => {
      const { chapters, wrong } = parseChapters(lines);
      if (wrong === undefined) return chapters;
      context.addIssue(copyTexts.wrongLine(wrong.slice(0, 60)));
      return z.NEVER;
    })
    .transform((chapters): unknown[] => chapters)
    .pipe(Chapters),
});

/** A date, or an ISO time: its day is that of the time zone that it is written in. */
const planDay = z.string(paceTexts.noDate).max(40, { abort: true })
  .pipe(z.union([z.iso.date(), z.iso.datetime({ offset: true })], paceTexts.noDate))
  .transform((written) => written.slice(0, 10));

// Counted before the first one is parsed.
const weekdays = z.array(z.unknown()).max(7).pipe(z.array(z.int().min(0).max(6)).min(1, paceTexts.noWeekday))
  .transform((days) => [...new Set(days)].sort());

export const NewPlan = z.object({ startsAt: planDay, targetAt: planDay, days: weekdays })
  .transform(({ startsAt, targetAt, days }): Schedule & InTimeZone => (
    { startsOn: startsAt, targetOn: targetAt, days }
  ))
  .superRefine((schedule, context) => {
    const problem = planProblem(schedule);
    if (problem) context.addIssue({ code: "custom", path: ["targetAt"], message: problem });
  });

/** From a form as text, by the button that was pressed. */
export const shared = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")],
  validationServerTexts.invalid,
);

export const Sharing = z.object({ shared });

export const NewQuestion = z.object({
  page: pageNumber,
  question: requiredText(readingLimits.question.max),
  /** Chosen by the client: a question that is sent again with it is not asked again. */
  clientId: z.uuid(validationServerTexts.invalid).optional(),
});
export type NewQuestion = z.infer<typeof NewQuestion>;

export const Answer = z.object({ content: requiredText(readingLimits.question.answer) });

const half = (value: number) => value * 2 === Math.round(value * 2);

const stars = z.number().min(0.5, endTexts.invalidStars).max(5, endTexts.invalidStars)
  .refine(half, endTexts.invalidStars);

/** A form has stars as text, and none as an empty one. */
const typedStars = z.string().max(4, endTexts.invalidStars).transform((value) => value === "" ? null : Number(value))
  .pipe(stars.nullable());

export const NewReview = z.object({
  stars: z.union([stars.nullable(), typedStars], endTexts.invalidStars),
  text: text(readingLimits.review.max)
    .pipe(z.string().max(readingLimits.review.max, validationTexts.tooLong(readingLimits.review.max))),
}).refine(({ stars, text }) => stars !== null || hasVisible(text), { path: ["text"], error: endTexts.emptyReview });

const typedNumber = z.string().max(4).regex(/^\d{0,4}$/).transform(Number);
const year = z.int(goalTexts.invalidYear).min(1).max(9999);
const goal = z.int(goalTexts.invalid).min(0, goalTexts.invalid)
  .max(readingLimits.goal.books, goalTexts.invalid);

export const NewGoal = z.object({
  year: z.union([z.number(), typedNumber], goalTexts.invalidYear).pipe(year),
  books: z.union([z.number(), typedNumber], goalTexts.invalid).pipe(goal).default(0),
});

export const ListedAfter = z.object({ after: id.optional().describe("The id of the last one of the page before.") });

export const ReviewsQuery = z.object({
  before: id.optional().describe("The id of the reader whose review was the last of the page before."),
});

export const TalkQuery = z.object({
  after: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()
    .describe("The `seq` of the last message of the page before."),
});

const invalidMinutes = `Please enter 1 to ${readingLimits.timer.minutes} minutes.`;
const typedMinutes = rawText(4, { required: invalidMinutes, tooLong: invalidMinutes }).trim()
  .regex(/^\d{1,3}$/, invalidMinutes).transform(Number);

export const NewTimer = z.object({
  minutes: z.union([z.number(), typedMinutes], invalidMinutes)
    .pipe(z.int(invalidMinutes).min(1, invalidMinutes).max(readingLimits.timer.minutes, invalidMinutes)),
});

export const ReadingLogQuery = z.object({
  year: z.coerce.number().int().min(1).max(9999).optional().catch(undefined)
    .describe("The current one where it is missing."),
});

export const ReadingListQuery = z.object({ after: id.optional().catch(undefined) });

const noneTyped = (value: unknown) => typeof value === "string" && value.trim() === "" ? undefined : value;

/** Thirteen digits. */
const typedIsbn = optionalText(booksLimits.book.isbn).transform((written, context) => {
  const isbn = written && isbn13(written);
  if (isbn !== undefined) return isbn;
  context.addIssue(isbnProblem(written!) ?? isbnTexts.digits);
  return z.NEVER;
});

export const NewWanted = z.object({
  bookId: z.preprocess(noneTyped, id.optional()).describe("Of a group of the caller's: the rest is taken from it."),
  title: z.preprocess(noneTyped, requiredText(booksLimits.book.title).optional()),
  author: optionalText(booksLimits.book.author).nullish().transform((author) => author ?? null),
  isbn: typedIsbn.nullish().transform((isbn) => isbn ?? null),
  pageCount: z.preprocess(noneTyped, pageCount.nullish()).transform((pages) => pages || null),
}).refine(({ bookId, title }) => (bookId === undefined) !== (title === undefined), {
  path: ["title"],
  error: wantedTexts.titleOrBook,
  ...onceRight("bookId", "title"),
});

export const RemovedWanted = z.object({ id });
