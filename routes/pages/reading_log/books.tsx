import { Cover } from "../../../islands/ui/Cover.tsx";
import { IconButton } from "../../../islands/ui/IconButton.tsx";
import { writeDate } from "../../../islands/ui/time_format.ts";
import type { LibraryBook } from "../../../server/contract/reading_log.ts";
import { paths } from "../../../server/contract/paths.ts";
import { texts } from "../../../server/contract/texts.ts";

const { readingLog: words } = texts;

/** Books of the viewer's own list, each with what removes it. */
export const BookList = ({ books, language }: { books: LibraryBook[]; language: string }) => (
  <ul className="library">
    {books.map((book) => (
      <li key={book.id} className="library-book">
        <Cover book={{ ...book, coverImage: null }} width={48} />
        <div className="library-text">
          <h3 className="library-title" dir="auto">{book.title}</h3>
          {book.author && (
            <p className="muted">
              <bdi>{book.author}</bdi>
            </p>
          )}
          <p className="muted">{factsOf(book, language).join(" · ")}</p>
        </div>
        <form method="post" action={paths.removeFromLibrary(book.id)}>
          <IconButton type="submit" icon="trash" label={words.removeBook(book.title)} />
        </form>
      </li>
    ))}
  </ul>
);

const factsOf = ({ status, finishedOn, pageCount, rating }: LibraryBook, language: string): string[] => [
  finishedOn ? words.finishedOn(writeDate(finishedOn, language)) : words.statuses[status],
  ...pageCount ? [words.pageCount(pageCount)] : [],
  ...rating ? [words.stars(rating)] : [],
];
