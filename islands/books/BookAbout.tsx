import { previewPage } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookProgress } from "./BookCard.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { ShownBook } from "./reducer.ts";

/** Which book it is, and how far the viewer is in it. */
export function BookSummary({ book }: { book: ShownBook }) {
  return (
    <div className="book-summary">
      <Cover book={book} width={120} />
      <div className="stack">
        {book.author && <p dir="auto">{book.author}</p>}
        <BookProgress book={book} />
      </div>
    </div>
  );
}

/** What else is known of a book, and how to read it. */
export function BookDetails({ book }: { book: ShownBook }) {
  const facts = [["Publisher", book.publisher], ["Published", book.publishedDate], ["ISBN", book.isbn]] as const;
  return (
    <div className="book-details stack">
      <dl className="book-facts">
        {facts.filter(([, value]) => value).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {book.description && <p className="book-description" dir="auto">{book.description}</p>}
      <section className="stack">
        <h3>Reading guide</h3>
        <ol>
          {texts.books.guide.map((step) => <li key={step}>{step}</li>)}
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
