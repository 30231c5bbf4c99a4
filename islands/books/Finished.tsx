import { openBookTexts } from "../../server/contract/books/open_book_texts.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { bookEndPath } from "../../server/contract/reading/paths.ts";
import { copyOf } from "../../server/contract/reading/positions.ts";
import { currentPage } from "./useBooks.ts";

export const isAtEnd = (book: Book): boolean => currentPage(book) === copyOf(book).pageCount;

export function Finished({ book }: { book: Book }) {
  return (
    <p className="book-opened" role="status">
      {isAtEnd(book) && (
        <>
          {openBookTexts.finished} <a href={bookEndPath(book.groupId, book.id)}>{openBookTexts.end}</a>
        </>
      )}
    </p>
  );
}
