/** The state of the books panel and how it changes: pure, without a browser. */
import * as booksLimits from "../../server/contract/books/limits.ts";
import type { Book, BookResult, Progress } from "../../server/contract/books/books.ts";
import { copyOf } from "../../server/contract/reading/copy.ts";
import { clampPage } from "../../server/contract/reading/pages.ts";

/** Which book is open, where, and how it is looked at. All of it stands in the address. */
export interface OpenBook {
  bookId: string;
  /** In the reader's copy. */
  page: number;
  split: boolean;
  /** Whether the embedded preview is loaded. */
  preview: boolean;
}

/** A book of the group, as far as the panel shows it: what it does not show is not sent with the page. */
export type ShownBook = Omit<Book, "categories" | "language" | "createdAt">;

/**
 * Books for the panel, which is on every page of their group: their descriptions share its room, whatever members have
 * written. That of an open one is whole.
 */
export function forPanel(books: Book[], openId?: string): ShownBook[] {
  const { descriptions, description } = booksLimits.booksPanel;
  const longest = Math.max(description, Math.floor(descriptions / books.length));
  return books.map((book) => ({
    id: book.id,
    groupId: book.groupId,
    title: book.title,
    author: book.author,
    description: book.id === openId ? book.description : beginning(book.description, longest),
    coverImage: book.coverImage,
    pageCount: book.pageCount,
    publishedDate: book.publishedDate,
    publisher: book.publisher,
    isbn: book.isbn,
    googleBooksId: book.googleBooksId,
    user: book.user,
    progress: book.progress,
    edition: book.edition,
  }));
}

const beginning = (text: string | null, length: number): string | null =>
  text === null || text.length <= length ? text : `${text.slice(0, length).replace(/\p{Cs}$/u, "")}…`;

export interface BooksState {
  books: ShownBook[];
  open: OpenBook | undefined;
}

export type BooksAction =
  | { type: "loaded"; books: Book[] }
  | { type: "added"; book: Book }
  | { type: "progress"; progress: Progress }
  | { type: "open"; open: OpenBook | undefined };

/** The state after an action. */
export function booksReducer(state: BooksState, action: BooksAction): BooksState {
  switch (action.type) {
    case "loaded":
      return { ...state, books: action.books.map((book) => latest(book, state.books)) };
    case "added":
      // The reader who added it receives it twice: as the answer and over the socket.
      return state.books.some(({ id }) => id === action.book.id)
        ? state
        : { ...state, books: [action.book, ...state.books] };
    case "progress":
      return { ...state, books: state.books.map((book) => later(book, action.progress)) };
    case "open":
      return { ...state, open: action.open };
  }
}

/** The book with a progress, if it is this book's and no later one is known. */
function later(book: ShownBook, progress: Progress): ShownBook {
  const known = book.progress[0];
  return progress.bookId !== book.id || known && known.lastReadAt > progress.lastReadAt
    ? book
    : { ...book, progress: [progress] };
}

/** A book as it was loaded, unless a later progress came meanwhile. */
function latest(loaded: ShownBook, books: ShownBook[]): ShownBook {
  const known = books.find(({ id }) => id === loaded.id)?.progress[0];
  // The same turn has another page once the reader has another copy.
  return known && known.lastReadAt !== loaded.progress[0]?.lastReadAt ? later(loaded, known) : loaded;
}

/** The page a reader is on, in their copy. */
export const currentPage = (book: ShownBook): number => book.progress[0]?.page ?? 0;

/** The books, those that the reader has read in last first. */
export const lastReadFirst = (books: ShownBook[]): ShownBook[] =>
  books.toSorted((a, b) => readAt(b).localeCompare(readAt(a)));

const readAt = ({ progress }: ShownBook): string => progress[0]?.lastReadAt ?? "";

/** How much of a book is read, in whole percent. */
export const percentRead = (book: ShownBook): number => book.progress[0]?.progress ?? 0;

/** Whether the group has a search's result already: by number, or by title and author where neither has one. */
export const isInGroup = (books: ShownBook[], result: BookResult): boolean =>
  books.some((book) => {
    if (hasNumber(book) || hasNumber(result)) return same(book, result, "googleBooksId") || same(book, result, "isbn");
    return book.title === result.title && book.author === result.author;
  });

const hasNumber = ({ googleBooksId, isbn }: BookResult | ShownBook): boolean => googleBooksId !== null || isbn !== null;
const same = (book: ShownBook, result: BookResult, key: "googleBooksId" | "isbn"): boolean =>
  book[key] !== null && book[key] === result[key];

/** What stands in the address for an open book; nothing for none. */
export function openQuery(open: OpenBook | undefined): string {
  if (!open) return "";
  const query = new URLSearchParams({ book: open.bookId, page: String(open.page) });
  if (open.split) query.set("view", "split");
  if (open.preview) query.set("preview", "");
  return `?${query}`;
}

/** The open book that an address names, if the group has it. */
export function readOpen(search: string, books: ShownBook[]): OpenBook | undefined {
  const query = new URLSearchParams(search);
  const book = books.find(({ id }) => id === query.get("book"));
  if (!book) return undefined;
  const page = query.has("page") ? clampPage(Number(query.get("page")), copyOf(book).pageCount) : currentPage(book);
  return { bookId: book.id, page, split: query.get("view") === "split", preview: query.has("preview") };
}
