import { Cover } from "../../../islands/ui/Cover.tsx";
import { ProgressBar } from "../../../islands/ui/ProgressBar.tsx";
import { bookPaths } from "../../../server/contract/books/paths.ts";
import type { BookInProgress } from "../../../server/contract/books/shapes.ts";
import { profileServerTexts } from "../../../server/contract/people/texts.ts";
import { copyOf } from "../../../server/contract/reading/positions.ts";
import { progressTexts } from "../../../server/contract/reading/texts.ts";

/** The books that the viewer is reading, with the group that each is of. */
export const BooksInProgress = ({ books }: { books: BookInProgress[] }) =>
  books.length > 0 && (
    <section className="reading" aria-labelledby="reading">
      <h2 id="reading">{profileServerTexts.reading}</h2>
      <ul className="cards">
        {books.map((book) => (
          <li key={book.id}>
            <ReadingCard book={book} />
          </li>
        ))}
      </ul>
    </section>
  );

function ReadingCard({ book }: { book: BookInProgress }) {
  const copy = copyOf(book);
  return (
    <article className="card reading-card">
      <Cover book={book} />
      <div className="reading-card-text">
        <h3 className="reading-card-title">
          <a className="reading-card-link" href={bookPaths.book(book.groupId, book.id)} dir="auto">{book.title}</a>
        </h3>
        {book.author && (
          <p className="muted">
            <bdi>{book.author}</bdi>
          </p>
        )}
        <p className="muted">
          <bdi>{book.groupName}</bdi>
        </p>
      </div>
      <ProgressBar
        value={book.progress}
        max={100}
        label={
          <span className="reading-card-page">
            <span>{progressTexts.pageOf(book.page, copy)}</span>
            {copy.unit !== "percent" && <span>{progressTexts.complete(book.progress)}</span>}
          </span>
        }
      />
    </article>
  );
}
