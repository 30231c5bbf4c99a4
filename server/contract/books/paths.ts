import { groupPaths } from "../groups/paths.ts";

export const bookPaths = {
  books: (groupId: string) => `/group/${encodeURIComponent(groupId)}/books`,
  book: (groupId: string, bookId: string) => `${groupPaths.group(groupId)}?book=${encodeURIComponent(bookId)}`,
  shelf: (groupId: string) => `/group/${encodeURIComponent(groupId)}/shelf`,
  scan: (groupId: string) => `/group/${encodeURIComponent(groupId)}/scan`,
  cover: (key: string) => `/covers/${key}`,
};

export interface OpenBook {
  bookId: string;
  /** In the reader's copy. */
  page: number;
  split: boolean;
  preview: boolean;
}

export function openQuery(open: OpenBook | undefined): string {
  if (!open) return "";
  const query = new URLSearchParams({ book: open.bookId, page: String(open.page) });
  if (open.split) query.set("view", "split");
  if (open.preview) query.set("preview", "");
  return `?${query}`;
}

export const previewPage = (googleBooksId: string): string =>
  `https://books.google.com/books?id=${encodeURIComponent(googleBooksId)}`;

/** Its host stands in the content security policy. */
export const previewFrame = (googleBooksId: string, page: number): string =>
  `${previewPage(googleBooksId)}&pg=PA${page}&output=embed`;
