import type { Book, BookResult } from "../../server/contract/books/shapes.ts";
import type { Chapter, Progress } from "../../server/contract/reading/shapes.ts";
import { copyOf, pageField } from "../../server/contract/reading/positions.ts";
import { placeName } from "../../server/contract/reading/places.ts";
import { call, invalidAnswer } from "../runtime/api.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

interface Added {
  book: Book;
  message: string;
}

export interface Saved {
  message: string;
  progress: Progress;
}

const shelf = (groupId: string) => `/books/groups/${encodeURIComponent(groupId)}/books`;

export async function searchBooks(query: string): Promise<BookResult[]> {
  const { books } = await call<{ books?: BookResult[] }>("GET", `/books/search?query=${encodeURIComponent(query)}`);
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

export async function loadBooks(groupId: string): Promise<Book[]> {
  const { books } = await call<{ books?: Book[] }>("GET", shelf(groupId));
  if (!Array.isArray(books)) throw invalidBooksAnswer();
  return books;
}

export async function loadChapters(bookId: string): Promise<Chapter[]> {
  const chapters = await call<Chapter[]>("GET", `/books/${encodeURIComponent(bookId)}/chapters`);
  if (!Array.isArray(chapters)) throw invalidBooksAnswer();
  return chapters;
}

export async function addBook(groupId: string, result: BookResult): Promise<Added> {
  const added = await call<Partial<Added>>("POST", shelf(groupId), result);
  if (!added.book?.id) throw invalidBooksAnswer();
  return added as Added;
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
  call: { method: "PUT" as const, path: progressPath(turn.book), body: bodyOf(turn) },
});

export const turnForm = (book: BookOfPage) => ({
  "data-outbox": `PUT ${progressPath(book)}`,
  "data-kind": "page",
  "data-key": turnKey(book),
});

const turnKey = ({ id }: BookOfPage): string => `page:${id}`;

const progressPath = ({ id }: BookOfPage): string => `/books/${encodeURIComponent(id)}/progress`;

const bodyOf = ({ book, page, at }: Turn) => ({
  [pageField(book)]: page,
  // By the time that it is sent the reader may have another copy.
  copy: book.edition ? { unit: book.edition.unit, pageCount: book.edition.pageCount } : undefined,
  at,
});

export const putPage = async (turn: Turn): Promise<Saved> =>
  asSaved(await call("PUT", progressPath(turn.book), bodyOf(turn), { keepalive: true }));

export function asSaved(saved: Partial<Saved>): Saved {
  if (!saved.progress) throw invalidBooksAnswer();
  return saved as Saved;
}

const invalidBooksAnswer = () => invalidAnswer(booksTexts.invalidResponse);
