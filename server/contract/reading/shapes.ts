import { z } from "zod";
import { Face, PublicUser } from "../people/shapes.ts";
import { count, day, time } from "../site/shapes.ts";
import { Format } from "../site/written_shapes.ts";

export const copyUnits = ["pages", "minutes", "percent"] as const;
export type CopyUnit = (typeof copyUnits)[number];

const Point = z.tuple([z.number(), z.number()]);
export type Point = z.infer<typeof Point>;

/** At most 100 000 pages, so that every page has a position of its own. */
export const Copy = z.strictObject({
  pageCount: count.describe("In its unit."),
  unit: z.enum(copyUnits),
  points: z.array(Point).nullable().describe("Pages with their positions in the text, from 0 to 1 000 000 000."),
}).meta({ id: "Edition" });
export type Copy = z.infer<typeof Copy>;

export const Progress = z.strictObject({
  bookId: z.string(),
  userId: z.string(),
  currentPage: count.describe("In the book's own pages."),
  page: count.describe("In those of the reader's copy."),
  progress: z.int().min(0).max(100).describe("Whole percent."),
  place: count.nullable().describe("In the text of the book, exactly; null where the last turn was to a page."),
  lastReadAt: time.describe("By the server's clock; later ones of the same reader and book are greater."),
}).meta({ id: "Progress" });
export type Progress = z.infer<typeof Progress>;

export const Chapter = z.strictObject({ title: z.string(), page: count }).meta({ id: "Chapter" });
export type Chapter = z.infer<typeof Chapter>;

const Plan = z.strictObject({
  startsAt: time,
  targetAt: time,
  days: z.array(z.int().min(0).max(6)),
  createdBy: z.string().nullable().describe("Null once that account is gone."),
});
export type Plan = z.infer<typeof Plan>;

export const Pace = z.strictObject({
  plan: Plan.nullable(),
  expected: z.strictObject({ percent: z.number(), page: count }).nullable()
    .describe("Where the group should be at the end of today, in the reader's copy."),
  perDay: z.number().nullable()
    .describe("Pages of the reader's copy on each reading day from now on; null where none are planned for them."),
});
export type Pace = z.infer<typeof Pace>;

export const SharingReader = z.strictObject({
  user: PublicUser,
  percent: z.number(),
  page: count.describe("In the caller's copy."),
  lastReadAt: time.nullable().describe("Null before their first page."),
  finishedAt: time.nullable(),
}).meta({ id: "Reader" });
export type SharingReader = z.infer<typeof SharingReader>;

export const Question = z.strictObject({
  id: z.string(),
  page: count.describe("In the caller's copy."),
  chapter: z.string().nullable(),
  question: z.string().describe("Empty while it is veiled."),
  format: Format,
  user: PublicUser,
  createdAt: time,
  answered: count.describe("How many have answered."),
  mine: z.string().nullable().describe("The caller's answer."),
  mineFormat: Format,
  first: z.string().nullable().describe("How that was at first, where it was changed."),
  veiled: z.boolean().describe("Whether the caller has not read so far, unless it is their own question."),
  reached: z.boolean().describe("Whether the caller has read as far, and may answer."),
  mayRemove: z.boolean(),
}).meta({ id: "Question" });
export type Question = z.infer<typeof Question>;

export const Questions = z.strictObject({ questions: z.array(Question), hasMore: z.boolean() });
export type Questions = z.infer<typeof Questions>;

const QuestionAnswer = z.strictObject({
  id: z.string(),
  content: z.string(),
  format: Format,
  user: PublicUser,
  createdAt: time,
  updatedAt: time,
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

export const QuestionAnswers = z.strictObject({ answers: z.array(QuestionAnswer), hasMore: z.boolean() });
export type QuestionAnswers = z.infer<typeof QuestionAnswers>;

export const Timer = z.strictObject({
  groupId: z.string(),
  endsAt: time,
  remaining: z.int().describe("Milliseconds until then: a browser's clock may be wrong."),
  startedBy: z.string(),
  userIds: z.array(z.string()).describe("Of the first members who joined, in the order in which they did."),
  readers: z.array(Face).describe("Those members."),
  count: count.describe("How many joined in all."),
  isIn: z.boolean().describe("Whether the caller joined, also where they are not among the first."),
}).meta({ id: "Timer" });
export type Timer = z.infer<typeof Timer>;

const TimerResult = z.strictObject({
  endedAt: time,
  pages: z.number().describe("That all have read together."),
  own: z.number(),
});
export type TimerResult = z.infer<typeof TimerResult>;

export const TimerState = z.strictObject({
  timer: Timer.nullable(),
  result: TimerResult.nullable().describe("Of the last session, for a while, to those who took part."),
});
export type TimerState = z.infer<typeof TimerState>;

export interface TimerChange extends Pick<Timer, "groupId" | "userIds" | "startedBy"> {
  begun?: true;
  endsAt: string | null;
}

const ReadingDay = z.strictObject({ day: day.describe("In the reader's time zone."), pages: z.number() });
export type ReadingDay = z.infer<typeof ReadingDay>;

const stars = z.number().min(0.5).max(5).nullable().describe("In halves.");

export const Review = z.strictObject({
  user: PublicUser,
  stars,
  text: z.string(),
  format: Format,
  createdAt: time,
  updatedAt: time,
}).meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

export const Reviews = z.strictObject({
  reviews: z.array(Review).describe("The caller's first, then the latest; those of people they blocked are left out."),
  average: z.number().nullable().describe("Of the stars of these readers."),
  rated: count.describe("How many gave stars."),
  hasMore: z.boolean(),
});
export type Reviews = z.infer<typeof Reviews>;

export const Goal = z.strictObject({ year: z.int(), books: count, finished: count.describe("In that year so far.") })
  .meta({ id: "Goal" });
export type Goal = z.infer<typeof Goal>;

export const readingStatuses = ["to-read", "reading", "read"] as const;
export type ReadingStatus = (typeof readingStatuses)[number];

export const ListedBook = z.strictObject({
  id: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  pageCount: count.nullable(),
  status: z.enum(readingStatuses),
  startedOn: day.nullable(),
  finishedOn: day.nullable(),
  rating: z.number().nullable().describe("Above 0, up to 5."),
});
export type ListedBook = z.infer<typeof ListedBook>;

export const ReadingLog = z.strictObject({
  year: z.int(),
  days: z.array(ReadingDay),
  books: z.array(ListedBook).describe("Finished in this year; in the current one also those that are being read."),
  pages: z.number(),
  finished: count.describe("How many books."),
  hasMore: z.boolean().describe("Whether there are more books than these."),
});
export type ReadingLog = z.infer<typeof ReadingLog>;

export const Imported = z.strictObject({
  added: count,
  changed: count.describe("That were there, and have been finished since."),
  known: count.describe("That were there already."),
  refused: count,
  lines: z.array(z.strictObject({ line: count, reason: z.string() })).describe("The first of the refused ones."),
  isCut: z.boolean().describe("Whether the file has more rows than are read, or the list of books is full."),
});
export type Imported = z.infer<typeof Imported>;

export type ImportStep = { done: number; total: number } | (Imported & { message: string }) | { error: string };
