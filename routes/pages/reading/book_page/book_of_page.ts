import type { Reader } from "../../../../db/reading/readers.ts";
import type { Book } from "../../../../server/contract/books/shapes.ts";

/** A book as somebody reads it. */
export interface BookOfPage extends Reader {
  book: Book;
}
