/** Readers' own copies of a book, and the tables of contents by which their pages are compared. */
import * as readingLimits from "./limits.ts";
import { z } from "zod";
import { pageCount, pageNumber } from "../books/books.ts";
import { type Chapter, contentsLines, parseChapters } from "./chapters.ts";
import { rawText, requiredText } from "../site/fields.ts";
import { copyTexts } from "./texts.ts";
import { booksServerTexts } from "../books/texts.ts";

const counted = { pageCount: pageCount.pipe(z.number().min(1, booksServerTexts.invalidPageCount)) };

/** A reader's own copy: how many pages or minutes it has; of percent there are a hundred. */
export const NewEdition = z.discriminatedUnion("unit", [
  z.object({ unit: z.literal("pages"), ...counted }),
  z.object({ unit: z.literal("minutes"), ...counted }),
  z.object({ unit: z.literal("percent") }).transform(({ unit }) => ({ unit, pageCount: 100 })),
], copyTexts.invalidUnit);
export type NewEdition = z.infer<typeof NewEdition>;

const chapter = z.object({ title: requiredText(readingLimits.chapters.title), page: pageNumber });

const { max: most } = readingLimits.chapters;
const tooMany = copyTexts.tooManyChapters(most);

/** Chapters, each with a title of its own, in the order of their pages; these are counted before any is parsed. */
export const Chapters = z.array(z.unknown()).max(most, tooMany)
  .pipe(z.array(chapter))
  .refine((chapters) => new Set(chapters.map(({ title }) => title)).size === chapters.length, copyTexts.sameTitle)
  .refine(isRising, copyTexts.notRising);

/** A table of contents as it is typed, a chapter a line; these are counted too. */
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

/** Whether no chapter begins before the one ahead of it. */
export function isRising(chapters: Chapter[]): boolean {
  return chapters.every(({ page }, at) => at === 0 || page >= chapters[at - 1].page);
}
