import type { OwnBooksTexts } from "../../server/contract/groups/kind_texts.ts";
import type { Book, BookResult } from "../../server/contract/books/shapes.ts";
import { Field } from "../forms/Field.tsx";
import { type FormFailure, useSearch, useSubmit } from "../forms/useSubmit.ts";
import { networkHint, serverFailure } from "../runtime/api.ts";
import { Button } from "../ui/Button.tsx";
import { Cover } from "../ui/Cover.tsx";
import { addBook, searchBooks } from "./calls.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { counted } from "../../server/contract/site/plural.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

export interface BookSearch {
  query: string;
  found: BookResult[] | null;
}

interface FormProps {
  groupId: string;
  query?: string;
  isFresh: boolean;
  onSearched: (search: BookSearch) => void;
}

export function BookSearchForm({ groupId, query, isFresh, onSearched }: FormProps) {
  const { busy, onSubmit } = useSearch({
    name: "query",
    search: searchBooks,
    onFound: (found, query) => onSearched({ query, found }),
    failed: searchFailure,
    failureToast: true,
  });
  return (
    <form
      method="get"
      action={groupPaths.group(groupId)}
      role="search"
      aria-label="Books"
      className="books-search"
      onSubmit={onSubmit}
    >
      <input type="hidden" name="add" value="" />
      <Field
        label="Search"
        name="query"
        type="search"
        placeholder={booksTexts.searchPlaceholder}
        defaultValue={query}
        autoFocus={isFresh}
      />
      <Button type="submit" icon="search" busy={busy} busyText="Searching..." replacesCall>Search</Button>
    </form>
  );
}

function searchFailure(error: unknown): FormFailure {
  const { message, code } = serverFailure(error);
  const why = message ?? networkHint(error);
  const isWhole = code === "invalid_answer" || why === booksTexts.searchFailed;
  return { text: isWhole ? why! : [booksTexts.searchFailed, why].filter(Boolean).join(". ") };
}

interface ResultProps {
  groupId: string;
  result: BookResult;
  isAdded: boolean;
  action: string;
  formKey: string;
  words?: OwnBooksTexts;
  onAdded: (book: Book) => void;
}

export function BookResultCard({ groupId, result, isAdded, action, formKey, words, onAdded }: ResultProps) {
  const { busy, onSubmit } = useSubmit({
    submit: () => addBook(groupId, result),
    onSuccess: ({ book }) => onAdded(book),
    successToast: ({ message }) => message || booksTexts.addedToGroup,
    failed: booksTexts.addFailed,
    failureToast: true,
  });
  return (
    <article className="book-card">
      <Cover book={result} width={44} />
      <div className="book-card-text">
        <hgroup className="book-card-title" dir="auto">
          <h3>{result.title}</h3>
          {result.author && <p dir="auto">{result.author}</p>}
        </hgroup>
        {!!result.pageCount && <p className="muted">{counted(result.pageCount, "page")}</p>}
        {isAdded
          ? <span className="badge">{words?.isAdded ?? "In this group"}</span>
          : (
            <form method="post" action={action} onSubmit={onSubmit}>
              <input type="hidden" name="formKey" value={formKey} />
              <input type="hidden" name="book" value={JSON.stringify(result)} />
              <Button type="submit" busy={busy} busyText="Adding...">{words?.add ?? "Add to Group"}</Button>
            </form>
          )}
      </div>
    </article>
  );
}
