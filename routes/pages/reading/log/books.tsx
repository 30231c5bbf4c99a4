import { Cover } from "../../../../islands/ui/Cover.tsx";
import { IconButton } from "../../../../islands/ui/IconButton.tsx";
import type { LibraryBook } from "../../../../server/contract/reading/reading_log.ts";
import { readingLogTexts as words } from "../../../../server/contract/reading/log_texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

interface Props {
  books: LibraryBook[];
  language: string;
  /** Of their titles: one below that of the list. */
  heading: "h2" | "h3";
}

/** Books of the viewer's own list, each with what removes it. */
export const BookList = ({ books, language, heading: Heading }: Props) => (
  <ul className="library">
    {books.map((book) => (
      <li key={book.id} className="library-book">
        <Cover book={{ ...book, coverImage: null }} width={48} />
        <div className="library-text">
          <Heading className="library-title" dir="auto">{book.title}</Heading>
          {book.author && (
            <p className="muted">
              <bdi>{book.author}</bdi>
            </p>
          )}
          <p className="muted">{factsOf(book, language).join(" · ")}</p>
        </div>
        <form method="post" action={readingPaths.removeFromLibrary(book.id)}>
          <IconButton type="submit" icon="trash" label={words.removeBook(book.title)} />
        </form>
      </li>
    ))}
  </ul>
);

const factsOf = ({ status, finishedOn, pageCount, rating }: LibraryBook, language: string): string[] => [
  finishedOn ? words.finishedOn(shortDate(finishedOn, language)) : words.statuses[status],
  ...pageCount ? [words.pageCount(pageCount)] : [],
  ...rating ? [words.stars(rating)] : [],
];

const shortDate = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
