import type { Answer } from "../../routes/api/calls.ts";
import type { Book, BookResult } from "../../server/contract/books/shapes.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";
import { call, invalidAnswer } from "../runtime/api.ts";

export async function searchBooks(query: string): Promise<BookResult[]> {
  const { books } = await call("GET /books/search", {}, { query });
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

/** Those of the panel. */
export async function loadBooks(groupId: string, panel = ""): Promise<Book[]> {
  const { books } = await call("GET /books/groups/:groupId/books", { groupId }, { panel });
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

type Added = Answer<"POST /books/groups/:groupId/books">;

export async function addBook(groupId: string, result: BookResult): Promise<Added> {
  const added = await call("POST /books/groups/:groupId/books", { groupId }, result);
  if (!added.book?.id) throw invalidBooksAnswer();
  return added;
}

export const invalidBooksAnswer = () => invalidAnswer(booksTexts.invalidResponse);
