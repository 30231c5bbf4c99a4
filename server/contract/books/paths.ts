/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */
import { groupPaths } from "../groups/paths.ts";

export const bookPaths = {
  books: (groupId: string) => `/group/${encodeURIComponent(groupId)}/books`,
  /** The page of a group with one of its books open, where the reader is in it. */
  book: (groupId: string, bookId: string) => `${groupPaths.group(groupId)}?book=${encodeURIComponent(bookId)}`,
  /** A book's cover, by the key it is known under. */
  cover: (key: string) => `/covers/${key}`,
};

/** The book that is open on its group's page, where, and how it is looked at. All of it stands in the address. */
export interface OpenBook {
  bookId: string;
  /** In the reader's copy. */
  page: number;
  split: boolean;
  /** Whether the embedded preview is loaded. */
  preview: boolean;
}

/** What stands in the address for an open book; nothing for none. */
export function openQuery(open: OpenBook | undefined): string {
  if (!open) return "";
  const query = new URLSearchParams({ book: open.bookId, page: String(open.page) });
  if (open.split) query.set("view", "split");
  if (open.preview) query.set("preview", "");
  return `?${query}`;
}

/** A book's page at Google Books, for a new tab. */
export const previewPage = (googleBooksId: string): string =>
  `https://books.google.com/books?id=${encodeURIComponent(googleBooksId)}`;

/** That page to be embedded, opened at a page. Its host stands in the content security policy. */
export const previewFrame = (googleBooksId: string, page: number): string =>
  `${previewPage(googleBooksId)}&pg=PA${page}&output=embed`;
