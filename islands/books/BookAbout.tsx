import type { Book } from "../../server/contract/books/shapes.ts";
import type { RefObject } from "react";
import { LinkButton } from "../ui/Button.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Icon } from "../ui/Icon.tsx";
import { BookProgress } from "./BookCard.tsx";
import { factsOf } from "./facts.ts";
import { previewPage } from "../../server/contract/books/paths.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { bookPageTexts } from "../../server/contract/reading/texts.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

interface TitleProps {
  book: Book;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function BookTitle({ book, heading }: TitleProps) {
  return <h2 id="book-title" dir="auto" tabIndex={-1} ref={heading}>{book.title}</h2>;
}

export function BookSummary({ book, heading }: TitleProps) {
  return (
    <div className="book-summary">
      <Cover book={book} width={144} />
      <div className="book-summary-text">
        <BookTitle book={book} heading={heading} />
        {book.author && <p className="muted" dir="auto">{book.author}</p>}
        <BookProgress book={book} />
        <LinkButton href={readingPaths.bookPage(book.groupId, book.id)}>{bookPageTexts.title}</LinkButton>
        {!book.googleBooksId && <p className="book-unavailable muted">{booksTexts.notAvailable}</p>}
      </div>
    </div>
  );
}

export function BookDetails({ book }: { book: Book }) {
  const facts = factsOf(book);
  return (
    <div className="book-details card stack">
      {(facts.length > 0 || book.description) && (
        <details className="fold">
          <summary>{booksTexts.about}</summary>
          <dl className="book-facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
          {book.description && <p className="book-description" dir="auto">{book.description}</p>}
        </details>
      )}
      <section className="stack">
        <h3>Reading guide</h3>
        <ol>
          {booksTexts.guide.map((step) => <li key={step}>{step}</li>)}
        </ol>
        {book.googleBooksId && (
          <a href={previewPage(book.googleBooksId)} target="_blank" rel="noopener nofollow">
            Open the preview <Icon name="external" />
          </a>
        )}
      </section>
    </div>
  );
}
