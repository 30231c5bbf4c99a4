import { booksPanel } from "../../../server/contract/books/limits.ts";
import type { Book } from "../../../server/contract/books/shapes.ts";

/**
 * Books for the panel, which is on every page of their group: their descriptions share its room, whatever members have
 * written. That of an open one is whole.
 */
export function withShortDescriptions(books: Book[], openId?: string): Book[] {
  const { descriptions, description } = booksPanel;
  const longest = Math.max(description, Math.floor(descriptions / books.length));
  return books.map((book) =>
    book.id === openId ? book : { ...book, description: beginning(book.description, longest) }
  );
}

const beginning = (text: string | null, length: number): string | null =>
  text === null || text.length <= length ? text : `${text.slice(0, length).replace(/\p{Cs}$/u, "")}…`;
