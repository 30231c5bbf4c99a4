import type { Book } from "../../server/contract/books/shapes.ts";
import type { MouseEvent } from "react";
import { copyOf } from "../../server/contract/reading/positions.ts";
import { currentPage, percentRead } from "./useBooks.ts";
import { Cover } from "../ui/Cover.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { booksTexts } from "../../server/contract/books/texts.ts";
import { progressTexts } from "../../server/contract/reading/texts.ts";

interface Props {
  book: Book;
  href: string;
  onOpen?: (event: MouseEvent<HTMLElement>) => void;
}

export function BookCard({ book, href, onOpen }: Props) {
  return (
    <article className="book-card">
      <Cover book={book} width={44} />
      <div className="book-card-text">
        <hgroup className="book-card-title" dir="auto">
          <h3>
            <a className="book-card-link" href={href} onClick={onOpen}>{book.title}</a>
          </h3>
          {book.author && <p dir="auto">{book.author}</p>}
        </hgroup>
        <BookProgress book={book} />
        <p className="book-card-adder">{booksTexts.addedBy(book.user?.username)}</p>
      </div>
    </article>
  );
}

export function BookProgress({ book }: { book: Book }) {
  const copy = copyOf(book);
  const label = (
    <span className="book-progress">
      <span>{progressTexts.pageOf(currentPage(book), copy)}</span>
      {copy.unit !== "percent" && <span>{progressTexts.complete(percentRead(book))}</span>}
    </span>
  );
  return <ProgressBar value={percentRead(book)} max={100} label={label} />;
}
