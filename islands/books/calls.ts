/** Calls about books. An answer that does not hold what it should is a failure too. */
import type { Book, BookResult, Progress } from "../../server/contract/books.ts";
import type { Chapter } from "../../server/contract/chapters.ts";
import { pageField } from "../../server/contract/copy.ts";
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

/** A book's table of contents, in its own pages. @throws ApiError */
export async function loadChapters(bookId: string): Promise<Chapter[]> {
  const chapters = await call<Chapter[]>("GET", `/books/${encodeURIComponent(bookId)}/chapters`);
  if (!Array.isArray(chapters)) throw invalidBooksAnswer();
  return chapters;
}

/** Adds a book to a group. @throws ApiError */
export async function addBook(groupId: string, result: BookResult): Promise<Added> {
  const added = await call<Partial<Added>>("POST", shelf(groupId), result);
  if (!added.book?.id) throw invalidBooksAnswer();
  return added as Added;
}

/** What of a book its pages are saved by. */
export type BookOfPage = Pick<Book, "id" | "pageCount" | "edition">;

/** Saves the page of their copy that a reader is on. The call outlives the browser's page. @throws ApiError */
export async function putPage(book: BookOfPage, page: number): Promise<Saved> {
  const path = `/books/${encodeURIComponent(book.id)}/progress`;
  const saved = await call<Partial<Saved>>("PUT", path, { [pageField(book)]: page }, { keepalive: true });
  if (!saved.progress) throw invalidBooksAnswer();
  return saved as Saved;
}

const invalidBooksAnswer = () => invalidAnswer(texts.books.invalidResponse);
