import { memo } from "react";
import { intercept } from "../ui/intercept.ts";
import { currentPage, type OpenBook, openQuery, type ShownBook } from "./reducer.ts";
import { BookCard } from "./BookCard.tsx";

interface Props {
  books: ShownBook[];
  /** The address of the group. */
  here: string;
  onOpen: (open: OpenBook) => void;
}

/** The group's books. Turning a page of one does not draw two hundred others again. */
export const BookList = memo(({ books, here, onOpen }: Props) => (
  <ul className="books-list">
    {books.map((book) => {
      const at = { bookId: book.id, page: currentPage(book), split: false, preview: false };
      return (
        <li key={book.id}>
          <BookCard book={book} href={here + openQuery(at)} onOpen={intercept(() => onOpen(at))} />
        </li>
      );
    })}
  </ul>
));
