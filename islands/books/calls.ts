import type { Answer } from "../../routes/api/calls.ts";
import type { Book, BookResult } from "../../server/contract/books/shapes.ts";
import type { Chapter } from "../../server/contract/reading/shapes.ts";
import { copyOf, pageField } from "../../server/contract/reading/positions.ts";
import { placeName } from "../../server/contract/reading/places.ts";
import { addressOf, call, invalidAnswer, request } from "../runtime/api.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

type Added = Answer<"POST /books/groups/:groupId/books">;

export type Saved = Answer<"PUT /books/:bookId/progress">;

export async function searchBooks(query: string): Promise<BookResult[]> {
  const { books } = await call("GET /books/search", {}, { query });
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

export async function loadBooks(groupId: string): Promise<Book[]> {
  const { books } = await call("GET /books/groups/:groupId/books", { groupId });
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

export async function loadChapters(bookId: string): Promise<Chapter[]> {
  const chapters = await call("GET /books/:bookId/chapters", { bookId });
  if (!Array.isArray(chapters)) throw invalidBooksAnswer();
  return chapters;
}

export async function addBook(groupId: string, result: BookResult): Promise<Added> {
  const added = await call("POST /books/groups/:groupId/books", { groupId }, result);
  if (!added.book?.id) throw invalidBooksAnswer();
  return added;
}

export type BookOfPage = Pick<Book, "id" | "pageCount" | "edition">;

export interface Turn {
  book: BookOfPage;
  page: number;
  at: string;
}

export const turnItem = (turn: Turn) => ({
  kind: "page" as const,
  key: turnKey(turn.book),
  text: placeName(turn.page, copyOf(turn.book).unit),
  call: request("PUT /books/:bookId/progress", { bookId: turn.book.id }, bodyOf(turn)),
});

export function turnForm(book: BookOfPage) {
  const address = addressOf("PUT /books/:bookId/progress", { bookId: book.id });
  return { "data-outbox": address.join(" "), "data-kind": "page", "data-key": turnKey(book) };
}

const turnKey = ({ id }: BookOfPage): string => `page:${id}`;

const bodyOf = ({ book, page, at }: Turn) => ({
  [pageField(book)]: page,
  // By the time that it is sent the reader may have another copy.
  copy: book.edition ? { unit: book.edition.unit, pageCount: book.edition.pageCount } : undefined,
  at,
});

export const putPage = async (turn: Turn): Promise<Saved> =>
  asSaved(await call("PUT /books/:bookId/progress", { bookId: turn.book.id }, bodyOf(turn), { keepalive: true }));

export function asSaved(saved: Saved): Saved {
  if (!saved.progress) throw invalidBooksAnswer();
  return saved;
}

const invalidBooksAnswer = () => invalidAnswer(booksTexts.invalidResponse);
