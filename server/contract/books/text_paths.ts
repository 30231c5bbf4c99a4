import { bookPaths } from "./paths.ts";

const below = (groupId: string, bookId: string, rest: string) =>
  `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/${rest}`;

/** Of the target in the block where the reader is. */
export const herePlaceId = "here";

export const textPaths = {
  /** The reading page, at a place of the text; where the reader is without one. */
  read: (groupId: string, bookId: string, at?: number) =>
    below(groupId, bookId, at === undefined ? "read" : `read?at=${at}`),
  /** There, where exactly the reader is: for links, which may name a target. */
  here: (groupId: string, bookId: string) => `${textPaths.read(groupId, bookId)}#${herePlaceId}`,
  /** Forms of the reading page: to turn, to say where one is, and how it looks. */
  turn: (groupId: string, bookId: string) => below(groupId, bookId, "read/turn"),
  style: (groupId: string, bookId: string) => below(groupId, bookId, "read/style"),
  contents: (groupId: string, bookId: string) => below(groupId, bookId, "read/contents"),
  search: (groupId: string, bookId: string) => below(groupId, bookId, "read/search"),
  /** What the reader has marked, and what others share. */
  marks: (groupId: string, bookId: string) => below(groupId, bookId, "read/marks"),
  /** Pictures stand in the text as `pictures/NUMBER`, which is below this. */
  pictures: (groupId: string, bookId: string) => below(groupId, bookId, "pictures"),
  /** The page by which a member brings a text, and sees what has become of it. */
  text: (groupId: string, bookId: string) => below(groupId, bookId, "text"),
  removeText: (groupId: string, bookId: string) => below(groupId, bookId, "text/remove"),
};
