import { chapters as limits } from "../reading/limits.ts";
import { ownPages, pageAt, positionOf, type Scale } from "../reading/positions.ts";
import type { Chapter, Point } from "../reading/shapes.ts";
import { printPoints } from "./print_pages.ts";
import { offsetAt } from "./text_places.ts";
import type { PrintPage, Section } from "./text_shapes.ts";

interface Contents {
  characters: number;
  sections: Section[];
  printPages: PrintPage[] | null;
}

/** Each title once, as contents have it; by characters. */
export const chaptersOfText = (text: Contents): Chapter[] => chaptersFrom(text, text.sections);

function chaptersFrom({ characters }: Contents, sections: Section[]): Chapter[] {
  const titles = new Set<string>();
  const chapters: Chapter[] = [];
  let last = 0;
  for (const { title: whole, from } of sections) {
    const title = whole.slice(0, limits.title).trim();
    const page = offsetAt(characters, from);
    if (chapters.length === limits.max || title === "" || titles.has(title) || page < last) continue;
    titles.add(title);
    chapters.push({ title, page: last = page });
  }
  return chapters;
}

/** From the outermost sections, on the pages that the file names where these are the book's, else in proportion. */
export function chaptersOfBook(text: Contents, bookPages: number): Chapter[] {
  const { characters, sections } = text;
  const outermost = Math.min(...sections.map(({ level }) => level));
  const chapters = chaptersFrom(text, sections.filter(({ level }) => level === outermost));
  if (chapters.length < 2) return [];
  const book = ownPages(bookPages);
  const points = printPoints(text.printPages ?? [], { characters, bookPages })
    .map(([at, page]): Point => [at, positionOf(book, page)]).filter(([at]) => at > 0 && at < characters);
  const scale: Scale = { pageCount: characters, points: rising(points) };
  return chapters.map(({ title, page }) => ({ title, page: pageAt(book, positionOf(scale, page)) }));
}

const rising = (points: Point[]): Point[] =>
  points.filter(([at, position], n) => n === 0 || at > points[n - 1][0] && position > points[n - 1][1]);
