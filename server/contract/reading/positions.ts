/**
 * Where something is in a text, the same in every edition of it. A position is a whole number from 0, before the first
 * page, to `textEnd`. Pages of an edition, which may be minutes of an audiobook or percent, become positions in
 * proportion, and where chapters are known in proportion between these.
 */

export const textEnd = 1_000_000_000;

export const editionUnits = ["pages", "minutes", "percent"] as const;
export type EditionUnit = (typeof editionUnits)[number];

/** A page of an edition and its position. */
export type Point = [page: number, position: number];

/** How the pages of a copy are counted. */
export interface Edition {
  /** In its unit: at most 100 000, so that every page has a position of its own. */
  pageCount: number;
  unit: EditionUnit;
  /** Pages whose positions are known, both rising and between the first and the last; null where there are none. */
  points: Point[] | null;
}

/** The book's own pages. */
export const ownPages = (pageCount: number): Edition => ({ pageCount, unit: "pages", points: null });

const pointsOf = ({ pageCount, points }: Edition): Point[] => [[0, 0], ...points ?? [], [pageCount, textEnd]];

/**
 * The position of a page, rounded down.
 *
 * @param page a whole number from 0 to the edition's last page
 */
export function positionOf(edition: Edition, page: number): number {
  const points = pointsOf(edition);
  const next = Math.max(1, points.findIndex(([to]) => to >= page));
  const [[fromPage, from], [toPage, to]] = [points[next - 1], points[next]];
  return from + Math.floor((page - fromPage) * (to - from) / (toPage - fromPage));
}

/** The first page that is not before a position: the one it was made from, in the same edition. */
export function pageAt(edition: Edition, position: number): number {
  const points = pointsOf(edition);
  const next = Math.max(1, points.findIndex(([, to]) => to >= position));
  const [[fromPage, from], [toPage, to]] = [points[next - 1], points[next]];
  return fromPage + Math.ceil((position - from) * (toPage - fromPage) / (to - from));
}

/** The last page that is not after a position. */
export const lastPageBy = (edition: Edition, position: number): number =>
  position >= textEnd ? edition.pageCount : pageAt(edition, position + 1) - 1;

/** How much of a text is read at a position, in whole percent. */
export const percentAt = (position: number): number => Math.round(100 * position / textEnd);

/** The fewest positions of a page: given pages that leave it a smaller share of the text are mistaken. */
const positionsPerPage = 1000;

/**
 * The points of an edition of so many pages, from those that are known of it. Of these, what is not between the first
 * and the last page, does not rise, or leaves a page too small a share of the text is left out.
 */
export function pointsFrom(known: Point[], pageCount: number): Point[] | null {
  const points: Point[] = [[0, 0]];
  for (const point of known.toSorted(([a], [b]) => a - b)) {
    if (leavesRoom(points.at(-1)!, point) && leavesRoom(point, [pageCount, textEnd])) points.push(point);
  }
  return points.length > 1 ? points.slice(1) : null;
}

const leavesRoom = ([fromPage, from]: Point, [toPage, to]: Point): boolean =>
  toPage > fromPage && to - from >= positionsPerPage * (toPage - fromPage);

/** Where a position that was given as a page of an edition is after the edition's points have changed. */
export const moved = (position: number, { before, after }: { before: Edition; after: Edition }): number =>
  positionOf(after, pageAt(before, position));
