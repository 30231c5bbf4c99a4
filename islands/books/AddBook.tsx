import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { flushSync } from "react-dom";
import type { Book, BookResult } from "../../server/contract/books.ts";
import type { Issue } from "../../server/contract/failure.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookResultCard } from "./BookResultCard.tsx";
import { FormError } from "../forms/FormError.tsx";
import { isInGroup } from "./reducer.ts";
import { AddManually } from "./AddManually.tsx";
import { failureOf, issuesIn } from "../runtime/api.ts";
import type { BookFailure } from "./BookDialog.tsx";
import { addBook } from "./calls.ts";
import { useBusyRows } from "../forms/useBusyRows.ts";
import { type BookSearch, BookSearchForm } from "./BookSearchForm.tsx";
import { showToast } from "../runtime/toast.ts";

interface Props {
  groupId: string;
  books: Book[];
  searched?: BookSearch;
  /** Which forms these are: without script, what tells a second press from a second book. */
  formKey: string;
  /** What was typed of a book to add by hand, and why that failed, without script. */
  failure?: BookFailure;
  onAdded: (book: Book) => void;
}

/** Finds books and adds them; what cannot be found is added by hand. */
export function AddBook({ groupId, books, searched, formKey, failure, onAdded }: Props) {
  useSignals();
  const search = useSignal(searched);
  const adding = useBusyRows<BookResult>();
  const results = useRef<HTMLUListElement>(null);

  /** Adds a book. Where that fails it gives the fields at fault, which may be none. */
  async function add(result: BookResult, success?: string): Promise<Issue[] | undefined> {
    try {
      const { book, message } = await addBook(groupId, result);
      flushSync(() => onAdded(book));
      showToast("success", success ?? (message || texts.books.addedToGroup));
    } catch (error) {
      showToast("error", failureOf(error, texts.books.addFailed));
      return issuesIn(error);
    }
  }

  async function addResult(result: BookResult) {
    const failed = await add(result);
    // The button that was pressed is gone.
    if (!failed && document.activeElement === document.body) {
      results.current?.querySelector<HTMLElement>("button")?.focus();
    }
  }

  const { query, found } = search.value ?? {};
  // What failed without script was typed for what was searched then.
  const isFirst = search.value === searched;
  return (
    <div className="books-add stack">
      <BookSearchForm query={searched?.query} onSearched={(found) => search.value = found} />
      {found === null && <FormError text={texts.books.searchFailed} />}
      <p className="books-found muted" role="status">
        {found && (found.length > 0 ? texts.books.found(found.length) : texts.books.noMatch)}
      </p>
      <ul className="books-list" ref={results}>
        {found?.map((result, index) => (
          <li key={`${result.isbn ?? result.googleBooksId ?? result.title} ${index}`}>
            <BookResultCard
              {...{ result, formKey }}
              added={isInGroup(books, result)}
              busy={adding.workOn(result)}
              onAdd={(result) => adding.run(result, true, () => addResult(result))}
            />
          </li>
        ))}
      </ul>
      {(failure?.book || search.value && !found?.length) && (
        <AddManually
          key={query}
          formKey={formKey}
          typed={isFirst && failure?.book || { title: query }}
          issues={isFirst ? failure?.issues : undefined}
          onAdd={(result) => add(result, texts.books.added)}
        />
      )}
    </div>
  );
}
