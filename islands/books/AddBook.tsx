import { useState } from "react";
import { flushSync } from "react-dom";
import type { Book, BookResult } from "../../server/contract/books/shapes.ts";
import { FormError } from "../forms/FormError.tsx";
import { AddManually, type FailedBook } from "./AddManually.tsx";
import { BookResultCard, type BookSearch, BookSearchForm } from "./BookSearch.tsx";
import { refreshSteps } from "./refresh_steps.ts";
import { isbnProblem } from "../../server/contract/books/isbn.ts";
import type { OwnBooksTexts } from "../../server/contract/groups/kind_texts.ts";
import { bookPaths } from "../../server/contract/books/paths.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

interface Props {
  query?: string;
  found?: BookSearch["found"];
  formKey: string;
  failed?: FailedBook;
  groupId: string;
  books: Book[];
  words?: OwnBooksTexts;
  disabled: boolean;
  onAdded: (book: Book) => void;
}

export function AddBook({ groupId, books, formKey, words, failed, disabled, onAdded, ...page }: Props) {
  const [searched] = useState(() => searchOf(page));
  const [search, setSearch] = useState(searched);

  function add(book: Book) {
    flushSync(() => onAdded(book));
    refreshSteps(groupId).catch(console.warn);
    document.querySelector<HTMLElement>(`.book-card-link[href*="${book.id}"]`)?.focus();
  }

  const { query, found } = search ?? {};
  const action = `${bookPaths.books(groupId)}?${new URLSearchParams(query ? { add: "", query } : { add: "" })}`;
  const failedHere = search === searched ? failed : undefined;
  return (
    <div className="books-add stack" inert={disabled}>
      <BookSearchForm
        groupId={groupId}
        query={searched?.query}
        isFresh={!searched && !failed}
        onSearched={setSearch}
      />
      {found === null && <FormError text={booksTexts.searchFailed} />}
      <p className="books-found muted" role="status">
        {found && (found.length > 0 ? booksTexts.found(found.length) : isbnProblem(query!) ?? booksTexts.noMatch)}
      </p>
      <ul className="books-list">
        {found?.map((result, index) => (
          <li key={`${result.isbn ?? result.googleBooksId ?? result.title} ${index}`}>
            <BookResultCard
              groupId={groupId}
              result={result}
              isAdded={isInGroup(books, result)}
              action={action}
              formKey={formKey}
              words={words}
              onAdded={add}
            />
          </li>
        ))}
      </ul>
      <AddManually
        groupId={groupId}
        action={action}
        formKey={formKey}
        words={words}
        query={query}
        isNext={search !== undefined && !found?.length}
        typed={failedHere?.typed}
        failure={failedHere?.failure}
        onAdded={add}
      />
      <p>
        <a href={bookPaths.shelf(groupId)}>{booksTexts.toShelf}</a>
      </p>
    </div>
  );
}

const searchOf = ({ query, found = null }: Pick<Props, "query" | "found">): BookSearch | undefined =>
  query === undefined ? undefined : { query, found };

export const isInGroup = (books: Book[], result: BookResult): boolean =>
  books.some((book) => {
    if (hasNumber(book) || hasNumber(result)) return same(book, result, "googleBooksId") || same(book, result, "isbn");
    return book.title === result.title && book.author === result.author;
  });

const hasNumber = ({ googleBooksId, isbn }: BookResult | Book): boolean => googleBooksId !== null || isbn !== null;
const same = (book: Book, result: BookResult, key: "googleBooksId" | "isbn"): boolean =>
  book[key] !== null && book[key] === result[key];
