import { bookPaths } from "./paths.ts";

const below = (groupId: string, bookId: string, rest: string) =>
  `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/${rest}`;

const given = (asked: object): [string, string][] =>
  Object.entries(asked).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);

/** Of the target in the block where the reader is. */
export const herePlaceId = "here";

/** Of the margin, on the page that shows it. */
export const marginId = "margin";

export const textPaths = {
  /** The reading page, at a place of the text; where the reader is without one. */
  read: (groupId: string, bookId: string, at?: number) =>
    below(groupId, bookId, at === undefined ? "read" : `read?at=${at}`),
  /** There, at the block that has the id `cBLOCK`. */
  block: (groupId: string, bookId: string, { at, block }: { at: number; block: number }) =>
    `${textPaths.read(groupId, bookId, at)}#c${block}`,
  /** There, where exactly the reader is: for links, which may name a target. */
  here: (groupId: string, bookId: string) => `${textPaths.read(groupId, bookId)}#${herePlaceId}`,
  /** Forms of the reading page: to turn, to say where one is, and how it looks. */
  turn: (groupId: string, bookId: string) => below(groupId, bookId, "read/turn"),
  style: (groupId: string, bookId: string) => below(groupId, bookId, "read/style"),
  contents: (groupId: string, bookId: string) => below(groupId, bookId, "read/contents"),
  search: (groupId: string, bookId: string) => below(groupId, bookId, "read/search"),
  /** The reading page with what the group wrote at its part. */
  margin: (groupId: string, bookId: string, at: number) => `${textPaths.read(groupId, bookId, at)}&margin#${marginId}`,
  /** What the reader has marked, and what others share; between two places, after a highlight. */
  marks: (groupId: string, bookId: string, asked?: { from: number; to: number; after?: string }) =>
    below(groupId, bookId, "read/marks") + (asked ? `?${new URLSearchParams(given(asked))}` : ""),
  /** Pictures stand in the text as `pictures/NUMBER`, which is below this. */
  pictures: (groupId: string, bookId: string) => below(groupId, bookId, "pictures"),
  /** The page by which a member brings a text, and sees what has become of it. */
  text: (groupId: string, bookId: string) => below(groupId, bookId, "text"),
  removeText: (groupId: string, bookId: string) => below(groupId, bookId, "text/remove"),
};
