import type { Book } from "../../server/contract/books/shapes.ts";
import { memo } from "react";
import { type OpenBook, openQuery } from "../../server/contract/books/paths.ts";
import { intercept } from "../ui/intercept.ts";
import { currentPage } from "./reducer.ts";
import { BookCard } from "./BookCard.tsx";

interface Props {
  books: Book[];
  here: string;
  onOpen: (open: OpenBook) => void;
}

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
