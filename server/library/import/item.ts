import type { CatalogueEntry } from "../../../db/catalogue.ts";
import type { BookResult } from "../../contract/books.ts";
import { bookOf, type Facts } from "../normalize.ts";

/** What one record of a file comes to: a book, an author's name, a reason to refuse it, or nothing of ours. */
export interface Item {
  /** Where it begins, counted from 1. */
  line: number;
  /** The last line that belongs to it. */
  end: number;
  entry?: CatalogueEntry;
  /** Authors of the entry who are named by their Open Library keys. */
  authorKeys?: string[];
  author?: { key: string; name: string };
  refused?: string;
  /** What was left out of the book. */
  mended?: string;
}

export type Outcome = Omit<Item, "line" | "end">;

/** The entry of a record that says this, or why there is none. */
export function outcomeOf(facts: Facts, key?: string): Outcome {
  const book = bookOf(facts);
  if (!book) return { refused: "it has no title" };
  if (`${book.title}${book.author ?? ""}`.includes("\ufffd")) return { refused: "it is not UTF-8" };
  return { entry: { key, book: withoutCover(book) }, mended: wrongIsbn(facts, book) };
}

const withoutCover = ({ coverImage: _, ...book }: BookResult) => book;

function wrongIsbn({ isbns }: Facts, { isbn }: BookResult): string | undefined {
  const given = isbns?.find((isbn) => isbn && /\d.*\d.*\d/.test(isbn));
  return given && !isbn ? `ISBN ${given.slice(0, 40)} is not valid and was left out` : undefined;
}
