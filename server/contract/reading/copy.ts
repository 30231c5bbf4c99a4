/** A book's pages as one of its readers counts them: those of their own copy, or else the book's. */
import type { Chapter } from "./chapters.ts";
import { type Edition, lastPageBy, ownPages, pageAt, positionOf } from "./positions.ts";

interface BookOfReader {
  /** Of the book, in its own pages. */
  pageCount: number;
  /** The reader's copy; null for the book's own pages. */
  edition: Edition | null;
}

/** How the reader counts the pages. */
export const copyOf = ({ pageCount, edition }: BookOfReader): Edition => edition ?? ownPages(pageCount);

/** The book's page at a page of the reader's copy. Several of these are one of a book that has fewer pages. */
export const bookPageAt = (book: BookOfReader, page: number): number =>
  pageAt(ownPages(book.pageCount), positionOf(copyOf(book), page));

/** The page of the reader's copy at a page of the book. */
export const copyPageAt = (book: BookOfReader, bookPage: number): number =>
  pageAt(copyOf(book), positionOf(ownPages(book.pageCount), bookPage));

/** The last page of the reader's copy that has a note of a page of the book: notes are stored by the book's pages. */
export const notePageAt = (book: BookOfReader, bookPage: number): number =>
  lastPageBy(copyOf(book), positionOf(ownPages(book.pageCount), bookPage));

/** A book's chapters with the pages of the reader's copy. */
export const chaptersInCopy = (book: BookOfReader, chapters: Chapter[]): Chapter[] =>
  chapters.map(({ title, page }) => ({ title, page: copyPageAt(book, page) }));

/** The name of the field in which a page is sent: `page` is one of the copy, `currentPage` one of the book. */
export const pageField = ({ edition }: BookOfReader): "page" | "currentPage" => edition ? "page" : "currentPage";
