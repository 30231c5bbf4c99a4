import type { BookResult } from "../../server/contract/books/shapes.ts";
import { Field } from "../forms/Field.tsx";
import { type FormFailure, useSearch } from "../forms/useSubmit.ts";
import { networkHint, serverFailure } from "../runtime/api.ts";
import { Button } from "../ui/Button.tsx";
import { searchBooks } from "./calls.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

export interface BookSearch {
  query: string;
  found: BookResult[] | null;
}

interface Props {
  groupId: string;
  query?: string;
  isFresh: boolean;
  onSearched: (search: BookSearch) => void;
}

export function BookSearchForm({ groupId, query, isFresh, onSearched }: Props) {
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
