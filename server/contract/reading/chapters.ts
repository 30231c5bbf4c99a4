import * as readingLimits from "./limits.ts";
import type { Chapter } from "./shapes.ts";

/** Undefined before the first; their pages do not fall. */
export const chapterAt = <C extends Chapter>(chapters: C[], page: number): C | undefined =>
  chapters.findLast((chapter) => chapter.page <= page);

export const isRising = (chapters: Chapter[]): boolean =>
  chapters.every(({ page }, at) => at === 0 || page >= chapters[at - 1].page);

/** A title, what leads from it to the page, and the page: "The Whale . . . . . 120", "The Whale, p. 120". */
const line = /^(?<title>.*?)[\s.·…_\-–—:,|]*(?:\b(?:pp?\.?|page)\s*)?(?<!\d)(?<page>\d{1,6})\.?$/iu;

export const contentsLines = (typed: string): string[] => typed.split("\n").map((text) => text.trim()).filter(Boolean);

/** The last number of each line is its page. @returns also the first line that has no title or no page */
export function parseChapters(lines: string[]): { chapters: Chapter[]; wrong?: string } {
  const chapters: Chapter[] = [];
  for (const written of lines) {
    // A longer line would take long to match.
    const { title, page } = line.exec(written.slice(0, 2 * readingLimits.chapters.title))?.groups ?? {};
    if (!title) return { chapters, wrong: written };
    chapters.push({ title, page: Number(page) });
  }
  return { chapters: withUniqueTitles(chapters) };
}

/** The chapters, where a title that is there again has a number: books have exercises after each chapter. */
export function withUniqueTitles(chapters: Chapter[]): Chapter[] {
  const seen = new Set<string>();
  const numbers = new Map<string, number>();
  return chapters.map(({ title, page }) => {
    let [unique, number] = [title, numbers.get(title) ?? 1];
    while (seen.has(unique)) unique = `${title} (${++number})`;
    seen.add(unique);
    numbers.set(title, number);
    return { title: unique, page };
  });
}

export const writeChapters = (chapters: Chapter[]): string =>
  chapters.map(({ title, page }) => `${title} … ${page}`).join("\n");

export const chapterField = (title: string): string => `page ${title}`;

export const chapterPagesIn = (fields: Record<string, string>) =>
  Object.entries(fields).filter(([name, page]) => name.startsWith(chapterField("")) && page.trim())
    .map(([name, page]) => ({ title: name.slice(chapterField("").length), page }));
