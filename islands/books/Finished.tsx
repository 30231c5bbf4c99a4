import { openBookTexts } from "../../server/contract/books/open_book_texts.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { bookEndPath } from "../../server/contract/reading/paths.ts";
import { copyOf } from "../../server/contract/reading/positions.ts";
import { currentPage } from "./useBooks.ts";

/** A book whose last page the reader is on. */
export function Finished({ book }: { book: Book }) {
  return (
    <p className="book-opened" role="status">
      {currentPage(book) === copyOf(book).pageCount && (
        <>
          {openBookTexts.finished} <a href={bookEndPath(book.groupId, book.id)}>{openBookTexts.end}</a>
        </>
      )}
    </p>
  );
}
