import type { Book } from "../../server/contract/books/shapes.ts";
import type { RefObject } from "react";
import { LinkButton } from "../ui/Button.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Icon } from "../ui/Icon.tsx";
import { BookProgress } from "./BookCard.tsx";
import { hyphenated } from "../../server/contract/books/isbn.ts";
import { previewPage } from "../../server/contract/books/paths.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { bookPageTexts } from "../../server/contract/reading/texts.ts";
import { openBookTexts } from "../../server/contract/books/open_book_texts.ts";

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
        {book.author && (
          <p className="muted">
            <bdi>{book.author}</bdi>
          </p>
        )}
        <BookProgress book={book} />
        <LinkButton kind="primary" icon="users" href={readingPaths.bookPage(book.groupId, book.id)}>
          {bookPageTexts.title}
        </LinkButton>
        {!book.googleBooksId && <p className="book-unavailable muted">{openBookTexts.notAvailable}</p>}
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
          <summary>{openBookTexts.about}</summary>
          <BookFacts facts={facts} />
          {book.description && <p className="book-description" dir="auto">{book.description}</p>}
        </details>
      )}
      <details className="fold" open={book.progress.length === 0}>
        <summary>Reading guide</summary>
        <ol>
          {openBookTexts.guide.map((step) => <li key={step}>{step}</li>)}
        </ol>
      </details>
      {book.googleBooksId && (
        <a className="book-preview-link" href={previewPage(book.googleBooksId)} target="_blank" rel="noopener nofollow">
          Open the preview <Icon name="external" />
        </a>
      )}
    </div>
  );
}

export const BookFacts = ({ facts }: { facts: ReturnType<typeof factsOf> }) =>
  facts.length > 0 && (
    <dl className="book-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );

type Facts = Pick<Book, "publisher" | "publishedDate" | "isbn">;

export function factsOf({ publisher, publishedDate, isbn }: Facts): (readonly [name: string, value: string])[] {
  const facts = [
    ["Publisher", publisher],
    ["Published", publishedDate && writtenDate(publishedDate)],
    ["ISBN", isbn && hyphenated(isbn)],
  ] as const;
  return facts.filter((fact): fact is readonly [typeof fact[0], string] => !!fact[1]);
}

/** `2011-10-25` as "25 October 2011", and `2011-10` as "October 2011"; anything else as it is. */
export function writtenDate(date: string): string {
  const [, month, day] = /^\d{4}-(\d\d)(?:-(\d\d))?$/.exec(date) ?? [];
  const time = new Date(date);
  // A day that its month does not have becomes one of the next month.
  if (!month || isNaN(time.getTime()) || time.toISOString().slice(5, 7) !== month) return date;
  return time.toLocaleDateString("en-GB", {
    day: day && "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  } as Intl.DateTimeFormatOptions);
}
