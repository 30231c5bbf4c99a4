/** Calls about books. An answer that does not hold what it should is a failure too. */
import type { Book, BookResult, Progress } from "../../server/contract/books.ts";
import { texts } from "../../server/contract/texts.ts";
import { call, invalidAnswer } from "../runtime/api.ts";
import { localIso } from "../runtime/local_iso.ts";

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

/** Saves the page a reader is on. The call outlives the browser's page. @throws ApiError */
export async function putPage(bookId: string, currentPage: number): Promise<Saved> {
  const path = `/books/${encodeURIComponent(bookId)}/progress`;
  const saved = await call<Partial<Saved>>("PUT", path, { currentPage, at: localIso() }, { keepalive: true });
  if (!saved.progress) throw invalidBooksAnswer();
  return saved as Saved;
}

const invalidBooksAnswer = () => invalidAnswer(texts.books.invalidResponse);
