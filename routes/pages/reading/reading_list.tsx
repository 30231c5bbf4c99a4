import { listReadingList } from "../../../db/reading/reading_list.ts";
import { IconButton, LinkButton } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { ReadingListQuery } from "../../../server/contract/reading/input_shapes.ts";
import { readingList } from "../../../server/contract/reading/limits.ts";
import { readingLogTexts as words } from "../../../server/contract/reading/log_texts.ts";
import { readingListAfter, readingPaths, removeListedBookPath } from "../../../server/contract/reading/paths.ts";
import type { ListedBook } from "../../../server/contract/reading/shapes.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { type C, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { BackLink, LinkRow } from "../../layout/parts.tsx";

const { shown } = readingList;

export async function showReadingList(c: C): Promise<Response> {
  const { deps: { db }, user } = c.var;
  const { after } = ReadingListQuery.parse(c.req.query());
  const found = await tryLoad(c, () => listReadingList(db, user.id, { after, limit: shown + 1 }));
  const books = found?.slice(0, shown);
  return await page(c, {
    title: words.allBooks,
    description: descriptions.readingLog,
    width: "wide",
    styles: ["reading-log"],
    toasts: failures(!found && words.loadFailed),
    body: books
      ? (
        <div className="reading-log">
          <div>
            <BackLink href={readingPaths.reading}>{words.title}</BackLink>
            <h1>{words.allBooks}</h1>
          </div>
          {books.length > 0
            ? <BookList books={books} language={readerLocale(c).language} heading="h2" />
            : (
              <EmptyState picture="books" text={words.noBooks}>
                <p className="muted">{words.noBooksHint}</p>
                <LinkButton href={`${readingPaths.reading}#import`}>{words.importTitle}</LinkButton>
              </EmptyState>
            )}
          {found!.length > shown && <LinkRow href={readingListAfter(books.at(-1)!.id)}>{words.more}</LinkRow>}
        </div>
      )
      : <LoadError text={words.loadFailed} href={readingPaths.readingList} />,
  });
}

interface Props {
  books: ListedBook[];
  language: string;
  heading: "h2" | "h3";
}

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
          <p className="muted">{factsOf(book, language).map(unbroken).join(" · ")}</p>
        </div>
        <form method="post" action={removeListedBookPath(book.id)}>
          <IconButton type="submit" icon="trash" label={words.removeBook(book.title)} />
        </form>
      </li>
    ))}
  </ul>
);

/** A line ends between two facts. */
const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");

const factsOf = ({ status, finishedOn, pageCount, rating }: ListedBook, language: string): string[] => [
  finishedOn ? words.finishedOn(shortDate(finishedOn, language)) : words.statuses[status],
  ...pageCount ? [words.pageCount(pageCount)] : [],
  ...rating ? [words.stars(rating)] : [],
];

const shortDate = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
