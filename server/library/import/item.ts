import type { CatalogueEntry } from "../../../db/books/catalogue.ts";
import type { BookResult } from "../../contract/books/shapes.ts";
import { normalizeBook, type RawBook } from "../normalize.ts";

export interface Item {
  line: number;
  end: number;
  entry?: CatalogueEntry;
  authorKeys?: string[];
  author?: { key: string; name: string };
  refused?: string;
  corrected?: string;
}

export type Outcome = Omit<Item, "line" | "end">;

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
