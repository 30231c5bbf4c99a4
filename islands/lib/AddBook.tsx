import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { flushSync } from "react-dom";
import type { Book, BookResult } from "../../server/contract/books.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookResultCard } from "../components/BookResultCard.tsx";
import { FormError } from "../components/FormError.tsx";
import { isInGroup } from "../state/books.ts";
import { AddByHand } from "./AddByHand.tsx";
import { failureOf } from "./api.ts";
import type { BookFailure } from "./BookDialog.tsx";
import { addBook } from "./books.ts";
import { type BookSearch, BookSearchForm } from "./BookSearchForm.tsx";
import { showToast } from "./toasts.ts";

interface Props {
  groupId: string;
  books: Book[];
  searched?: BookSearch;
  /** What was typed of a book to add by hand, before that failed. */
  typed?: BookFailure["book"];
  onAdded: (book: Book) => void;
}

/** Finds books and adds them; what cannot be found is added by hand. */
export function AddBook({ groupId, books, searched, typed, onAdded }: Props) {
  useSignals();
  const search = useSignal(searched);
  const adding = useSignal<BookResult | undefined>(undefined);
  const results = useRef<HTMLUListElement>(null);

  /** Adds a book; whether that went well. */
  async function add(result: BookResult, success?: string): Promise<boolean> {
    try {
      const { book, message } = await addBook(groupId, result);
      flushSync(() => onAdded(book));
      showToast("success", success ?? (message || texts.books.addedToGroup));
      return true;
    } catch (error) {
      showToast("error", failureOf(error, texts.books.addFailed));
      return false;
    }
  }

  async function addResult(result: BookResult) {
    if (adding.value) return;
    adding.value = result;
    const added = await add(result);
    adding.value = undefined;
    // The button that was pressed is gone.
    if (added && document.activeElement === document.body) {
      results.current?.querySelector<HTMLElement>("button")?.focus();
    }
  }

  const { query, found } = search.value ?? {};
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
              result={result}
              added={isInGroup(books, result)}
              busy={adding.value === result}
              onAdd={addResult}
            />
          </li>
        ))}
      </ul>
      {(typed || search.value && !found?.length) && (
        <AddByHand
          key={query}
          typed={typed ?? { title: query }}
          onAdd={(result) => add(result, texts.books.added)}
        />
      )}
    </div>
  );
}
