/** The text of a book as one of its copies, which counts in characters: `refreshPoints` is due after a change. */
import { sql } from "drizzle-orm";
import type { PrintPage, Section } from "../../server/contract/books/text_shapes.ts";
import { offsetAt, placeOf } from "../../server/contract/books/text_places.ts";
import { withUniqueTitles } from "../../server/contract/reading/chapters.ts";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { ownPages, pageAt } from "../../server/contract/reading/positions.ts";
import type { Chapter } from "../../server/contract/reading/shapes.ts";
import type { Db } from "../engine/client.ts";

interface CopiedText {
  bookId: string;
  /** The text's. */
  hash: string;
  characters: number;
  sections: Section[];
}

/** The outermost sections, or the level below where there is but one of these. */
export function chaptersOfText({ sections, characters }: Pick<CopiedText, "sections" | "characters">): Chapter[] {
  const levels = [...new Set(sections.map(({ level }) => level))].sort((a, b) => a - b);
  const level = levels.find((level) => sections.filter((section) => section.level === level).length > 1);
  const chosen = level === undefined ? sections : sections.filter((section) => section.level === level);
  const chapters = chosen.slice(0, readingLimits.chapters.max)
    .map(({ title, from }) => ({
      title: title.slice(0, readingLimits.chapters.title),
      page: offsetAt(characters, from),
    }));
  return withUniqueTitles(chapters);
}

/** The page of a print at a place; undefined where the file does not name pages that fit the book. */
function printPageAt(printPages: PrintPage[] | null, pageCount: number): ((place: number) => number) | undefined {
  const pages = numbered(printPages).filter(({ page }) => page <= pageCount);
  const last = pages.at(-1)?.page ?? 0;
  if (last < printedShare * pageCount) return undefined;
  return (place) => pages.findLast(({ from }) => from <= place)?.page ?? 0;
}

/** Of the book's pages, which must have been printed as the file says: else it is another print. */
const printedShare = 0.9;

/** Those that are numbers, and rise. */
export function numbered(printPages: PrintPage[] | null): { page: number; from: number }[] {
  const pages: { page: number; from: number }[] = [];
  for (const { label, from } of printPages ?? []) {
    const page = /^\d{1,6}$/.test(label) ? Number(label) : 0;
    const before = pages.at(-1);
    if (page > (before?.page ?? 0) && from > (before?.from ?? -1)) pages.push({ page, from });
  }
  return pages;
}

/** Where the chapters of a text begin in the pages of its book. */
export function chaptersInBook(
  { printPages, pageCount, ...text }: Pick<CopiedText, "sections" | "characters"> & {
    printPages: PrintPage[] | null;
    pageCount: number;
  },
): Chapter[] {
  const printed = printPageAt(printPages, pageCount);
  const pageOf = (offset: number): number => {
    const place = placeOf(text.characters, offset);
    return printed ? printed(place) : pageAt(ownPages(pageCount), place);
  };
  return chaptersOfText(text).map(({ title, page }) => ({ title, page: Math.min(pageOf(page), pageCount) }));
}

export async function saveTextCopy(db: Db, { bookId, hash, characters, ...text }: CopiedText): Promise<void> {
  const id = `text-${hash.slice(0, 32)}-${bookId}`;
  const edition = sql`(select id from editions
    where book_id = ${bookId} and unit = 'characters' and page_count = ${characters})`;
  const chapters = JSON.stringify(chaptersOfText({ characters, ...text }));
  await db.write([
    db.q.run(sql`insert into editions (id, book_id, unit, page_count)
      select ${id}, book_id, 'characters', ${characters} from book_texts
      where book_id = ${bookId} and hash = ${hash} on conflict do nothing`),
    db.q.run(sql`delete from edition_chapters where edition_id = ${edition}`),
    db.q.run(sql`insert into edition_chapters (edition_id, title, page)
      select edition.id, value ->> 'title', value ->> 'page'
      from json_each(${chapters}), (select ${edition} as id) edition where edition.id is not null`),
  ]);
}
