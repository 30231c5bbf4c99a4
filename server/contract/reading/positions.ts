import type { Chapter, Copy, Point } from "./shapes.ts";

/** A position is where something is in a text, whatever the copy: from 0, before the first page, to this. */
export const textEnd = 1_000_000_000;

export const ownPages = (pageCount: number): Copy => ({ pageCount, unit: "pages", points: null });

/** Of a copy what its pages are converted by. */
export type Scale = Pick<Copy, "pageCount" | "points">;

const pointsOf = ({ pageCount, points }: Scale): Point[] => [[0, 0], ...points ?? [], [pageCount, textEnd]];

/** Rounded down; in proportion, where chapters are known between these. @param page from 0 to the copy's last */
export function positionOf(copy: Scale, page: number): number {
  const points = pointsOf(copy);
  const next = Math.max(1, points.findIndex(([to]) => to >= page));
  const [[fromPage, from], [toPage, to]] = [points[next - 1], points[next]];
  return from + Math.floor((page - fromPage) * (to - from) / (toPage - fromPage));
}

/** The first page that is not before a position: the one it was made from, in the same copy. */
export function pageAt(copy: Scale, position: number): number {
  const points = pointsOf(copy);
  const next = Math.max(1, points.findIndex(([, to]) => to >= position));
  const [[fromPage, from], [toPage, to]] = [points[next - 1], points[next]];
  return fromPage + Math.ceil((position - from) * (toPage - fromPage) / (to - from));
}

/** The last page that is not after a position. */
export const lastPageBy = (copy: Scale, position: number): number =>
  position >= textEnd ? copy.pageCount : pageAt(copy, position + 1) - 1;

export const percentAt = (position: number): number => Math.round(100 * position / textEnd);

/** The fewest positions of a page: given pages that leave it a smaller share of the text are mistaken. */
const positionsPerPage = 1000;
/** Of a character of a text that is read here: that many, so that each has a position of its own. */
export const positionsPerCharacter = 2;

/** Left out is what is not between the first and the last page, does not rise, or leaves a page too small a share. */
export function pointsFrom(known: Point[], pageCount: number, fewest = positionsPerPage): Point[] | null {
  const leavesRoom = ([fromPage, from]: Point, [toPage, to]: Point) =>
    toPage > fromPage && to - from >= fewest * (toPage - fromPage);
  const points: Point[] = [[0, 0]];
  for (const point of known.toSorted(([a], [b]) => a - b)) {
    if (leavesRoom(points.at(-1)!, point) && leavesRoom(point, [pageCount, textEnd])) points.push(point);
  }
  return points.length > 1 ? points.slice(1) : null;
}

/** Where a position that was given as a page of a copy is after the copy's points have changed. */
export const moved = (position: number, { before, after }: { before: Scale; after: Scale }): number =>
  positionOf(after, pageAt(before, position));

interface BookOfReader {
  pageCount: number;
  /** The reader's copy; null for the book's own pages. */
  edition: Copy | null;
}

export const copyOf = ({ pageCount, edition }: BookOfReader): Copy => edition ?? ownPages(pageCount);

/** The book's page at a page of the reader's copy. Several of these are one of a book that has fewer pages. */
export const bookPageAt = (book: BookOfReader, page: number): number =>
  pageAt(ownPages(book.pageCount), positionOf(copyOf(book), page));

const copyPageAt = (book: BookOfReader, bookPage: number): number =>
  pageAt(copyOf(book), positionOf(ownPages(book.pageCount), bookPage));

/** The last page of the reader's copy that has a note of a page of the book: notes are stored by the book's pages. */
export const notePageAt = (book: BookOfReader, bookPage: number): number =>
  lastPageBy(copyOf(book), positionOf(ownPages(book.pageCount), bookPage));

export const chaptersInCopy = (book: BookOfReader, chapters: Chapter[]): Chapter[] =>
  chapters.map(({ title, page }) => ({ title, page: copyPageAt(book, page) }));

/** The name of the field in which a page is sent: `page` is one of the copy, `currentPage` one of the book. */
export const pageField = ({ edition }: BookOfReader): "page" | "currentPage" => edition ? "page" : "currentPage";
