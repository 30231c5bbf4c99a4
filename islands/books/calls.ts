/** Calls about books. An answer that does not hold what it should is a failure too. */
import type { Book, BookResult, Progress } from "../../server/contract/books.ts";
import { texts } from "../../server/contract/texts.ts";
import { call, invalidAnswer } from "../runtime/api.ts";

interface Added {
  book: Book;
  message: string;
}

export interface Saved {
  message: string;
  progress: Progress;
}

const shelf = (groupId: string) => `/books/groups/${encodeURIComponent(groupId)}/books`;

/** Searches for books in every source. @throws ApiError */
export async function searchBooks(query: string): Promise<BookResult[]> {
  const { books } = await call<{ books?: BookResult[] }>("GET", `/books/search?query=${encodeURIComponent(query)}`);
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

/** A group's books, the latest first. @throws ApiError */
export async function loadBooks(groupId: string): Promise<Book[]> {
  const { books } = await call<{ books?: Book[] }>("GET", shelf(groupId));
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

/** Adds a book to a group. @throws ApiError */
export async function addBook(groupId: string, result: BookResult): Promise<Added> {
  const added = await call<Partial<Added>>("POST", shelf(groupId), result);
  if (!added.book?.id) throw invalidBooksAnswer();
  return added as Added;
}

/** Where and when a reader has turned to a page. */
export interface Turn {
  bookId: string;
  page: number;
  /** ISO, with the offset of the reader's clock. */
  at: string;
}

/** The page that a reader has turned to, for the outbox: the last one stands for those before. */
export const turnItem = ({ bookId, page, at }: Turn) => ({
  kind: "page" as const,
  key: turnKey(bookId),
  text: String(page),
  call: { method: "PUT" as const, path: progressPath(bookId), body: { currentPage: page, at } },
});

export const turnKey = (bookId: string): string => `page:${bookId}`;

const progressPath = (bookId: string) => `/books/${encodeURIComponent(bookId)}/progress`;

/** Saves the page a reader is on, even while the browser's page is being left. @throws ApiError */
export const putPage = async ({ bookId, page, at }: Turn): Promise<Saved> =>
  asSaved(await call("PUT", progressPath(bookId), { currentPage: page, at }, { keepalive: true }));

/** The answer to a saved page. @throws ApiError */
export function asSaved(saved: Partial<Saved>): Saved {
  if (!saved.progress) throw invalidBooksAnswer();
  return saved as Saved;
}

const invalidBooksAnswer = () => invalidAnswer(texts.books.invalidResponse);
