import type { CatalogueEntry } from "../../../db/books/catalogue.ts";
import type { BookResult } from "../../contract/books/books.ts";
import { normalizeBook, type RawBook } from "../normalize.ts";

/** A record of a file: a book, an author's name, a refusal, or something else, which is skipped. */
export interface Item {
  /** Its first line, counted from 1. */
  line: number;
  /** Its last line. */
  end: number;
  entry?: CatalogueEntry;
  /** Authors of the entry who are named by their Open Library keys. */
  authorKeys?: string[];
  author?: { key: string; name: string };
  /** Why it was refused. */
  refused?: string;
  /** What was wrong, and left out of the book. */
  corrected?: string;
}

export type Outcome = Omit<Item, "line" | "end">;

/** The catalogue entry of a book, or why there is none. */
export function outcomeOf(raw: RawBook, key?: string): Outcome {
  const book = normalizeBook(raw);
  if (!book) return { refused: "it has no title" };
  if (`${book.title}${book.author ?? ""}`.includes("\ufffd")) return { refused: "it is not UTF-8" };
  return { entry: { key, book: withoutCover(book) }, corrected: wrongIsbn(raw, book) };
}

const withoutCover = ({ coverImage: _, ...book }: BookResult) => book;

function wrongIsbn({ isbns }: RawBook, { isbn }: BookResult): string | undefined {
  const given = isbns?.find((isbn) => isbn && /\d.*\d.*\d/.test(isbn));
  return given && !isbn ? `ISBN ${given.slice(0, 40)} is not valid and was left out` : undefined;
}
