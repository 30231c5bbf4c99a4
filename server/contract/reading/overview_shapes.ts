import { z } from "zod";
import { Face } from "../people/shapes.ts";
import { count, time } from "../site/shapes.ts";

const OverviewBook = z.strictObject({
  id: z.string(),
  title: z.string(),
  questions: count,
  expectedPage: count.nullable().describe("Where the group's plan is today; null without one."),
});

const Reading = z.strictObject({
  bookId: z.string(),
  page: count.describe("Of the book's own."),
  percent: z.int().min(0).max(100),
  lastReadAt: time.nullable().describe("Null before their first page."),
  answered: count.describe("Of the book's questions."),
});

export const OverviewReader = z.strictObject({
  user: Face,
  books: z.array(Reading).describe("In the order of the books; those that they have begun or answered something of."),
}).meta({ id: "OverviewReader" });
export type OverviewReader = z.infer<typeof OverviewReader>;

export const ReadingOverview = z.strictObject({
  books: z.array(OverviewBook).describe("The latest of the group, the last read first."),
  readers: z.array(OverviewReader).describe(
    "The members who agreed, by when they joined where they are not sorted by a book.",
  ),
  notAgreed: count.describe("The other members."),
  notAnswered: count.describe("Those of them who have said neither yes nor no; none while it is off."),
  waiting: z.array(Face).describe("The first of those who have not answered."),
  hasMore: z.boolean(),
});
export type ReadingOverview = z.infer<typeof ReadingOverview>;

export const OverviewQuery = z.object({
  page: z.coerce.number<number>().int().min(1).max(1000).optional().describe("From 1."),
  by: z.string().max(64).optional().describe("A book, by which its readers are sorted: who has read least is first."),
});
