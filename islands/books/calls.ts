/** Calls about books. An answer that does not hold what it should is a failure too. */
import type { Book, BookResult } from "../../server/contract/books.ts";
import { texts } from "../../server/contract/texts.ts";
import { call, invalidAnswer } from "../runtime/api.ts";

interface Added {
  book: Book;
  message: string;
}

const shelf = (groupId: string) => `/books/groups/${encodeURIComponent(groupId)}/books`;

/** Looks for books in every source. @throws ApiError */
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

/** The failure of a call about books whose answer does not hold what it should. */
export const invalidBooksAnswer = () => invalidAnswer(texts.books.invalidResponse);
