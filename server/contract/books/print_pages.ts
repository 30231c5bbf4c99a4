import { offsetAt } from "./text_places.ts";
import type { PrintPage } from "./text_shapes.ts";
import type { Point } from "../reading/shapes.ts";

/** As many as a copy's chapters: each is looked at whenever a page is converted. */
const most = 300;

/** The least share of the book's pages that the last one is: a list of another print ends earlier or later. */
const fitting = 0.8;

/**
 * Characters of a text at which pages of the book begin. None where the pages that the file names do not rise, or are
 * not those of the book.
 */
export function printPoints(
  printPages: PrintPage[],
  { characters, bookPages }: { characters: number; bookPages: number },
): Point[] {
  const pages = printPages.filter(({ label }) => /^\d{1,6}$/.test(label))
    .map(({ label, from }): Point => [offsetAt(characters, from), Number(label)]);
  const last = pages.at(-1)?.[1] ?? 0;
  const rises = pages.every(([at, page], n) => n === 0 || page > pages[n - 1][1] && at >= pages[n - 1][0]);
  if (!rises || last > bookPages || last < fitting * bookPages) return [];
  const step = Math.ceil(pages.length / most);
  return pages.filter((_, n) => n % step === 0);
}
