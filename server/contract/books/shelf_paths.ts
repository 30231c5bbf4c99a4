import { bookPaths } from "../books/paths.ts";
import type { BookState } from "./shapes.ts";

const ofBook = (groupId: string, bookId: string, form: string) =>
  `/group/${encodeURIComponent(groupId)}/books/${encodeURIComponent(bookId)}/${form}`;

/** Of the page of a group's shelf; no island needs them. */
export const shelfPaths = {
  book: (groupId: string, bookId: string) => `${bookPaths.shelf(groupId)}/${encodeURIComponent(bookId)}`,
  /** Where a book stands on the page. */
  at: (groupId: string, bookId: string) => {
    const id = encodeURIComponent(bookId);
    return `${bookPaths.shelf(groupId)}?at=${id}#${id}`;
  },
  /** Where the books of a state begin, or go on. @param page from 1 */
  state: (groupId: string, state: BookState, page = 1) =>
    `${bookPaths.shelf(groupId)}${page > 1 ? `?${state}=${page}` : ""}#${state}`,
  /** The book on its shelf, with what else can be done with it in sight. */
  moved: (groupId: string, bookId: string) => {
    const id = encodeURIComponent(bookId);
    return `${bookPaths.shelf(groupId)}?moved=${id}#${id}`;
  },
  covers: (groupId: string, bookId: string) => `${shelfPaths.book(groupId, bookId)}#correct`,
  /** Where a search for a book to suggest leads. */
  search: (groupId: string) => `${bookPaths.shelf(groupId)}#suggest`,
  /** Where a book to suggest is searched by its barcode. */
  scan: (groupId: string) => bookPaths.scan(groupId) + fromShelf,
  suggest: (groupId: string) => `/group/${encodeURIComponent(groupId)}/suggestions`,
  change: (groupId: string, bookId: string) => ofBook(groupId, bookId, "change"),
  addInterest: (groupId: string, bookId: string) => ofBook(groupId, bookId, "interest"),
  removeInterest: (groupId: string, bookId: string) => ofBook(groupId, bookId, "interest/remove"),
};

/** The query by which what was opened on the page of the shelf leads back there. */
export const fromShelf = "?from=shelf";
