import type { Book } from "../books/shapes.ts";
import { copyOf } from "../reading/positions.ts";
import type { CopyUnit } from "../reading/shapes.ts";

/** Its pages are those of the reader's copy. */
export interface AnchorBook extends Pick<Book, "id" | "title" | "pageCount"> {
  page: number;
  unit: CopyUnit;
}

type ReadBook = Pick<Book, "id" | "title" | "pageCount" | "progress" | "edition">;

export const asAnchorBook = (book: ReadBook): AnchorBook => {
  const { pageCount, unit } = copyOf(book);
  return { id: book.id, title: book.title, page: book.progress[0]?.page ?? 0, pageCount, unit };
};
