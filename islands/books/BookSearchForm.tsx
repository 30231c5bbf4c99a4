import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { BookResult } from "../../server/contract/books.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../forms/Field.tsx";
import { failureIn, saidBy } from "../runtime/api.ts";
import { searchBooks } from "./calls.ts";
import { useLatestRequest } from "../forms/useLatestRequest.ts";
import { showToast } from "../runtime/toast.ts";

/** A search for books: what was asked, and what was found; null where that failed. */
export interface BookSearch {
  query: string;
  found: BookResult[] | null;
}

interface Props {
  /** What was asked before, without script. */
  query?: string;
  onSearched: (search: BookSearch) => void;
}

/** The box that looks for books in every source. */
export function BookSearchForm({ query, onSearched }: Props) {
  useSignals();
  const busy = useSignal(false);
  const begin = useLatestRequest();

  async function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("query")).trim();
    if (!query) return;
    const isLatest = begin();
    busy.value = true;
    try {
      const found = await searchBooks(query);
      if (isLatest()) onSearched({ query, found });
    } catch (error) {
      if (isLatest()) showToast("error", searchFailure(error));
    }
    if (isLatest()) busy.value = false;
  }

  return (
    <form method="get" role="search" aria-label="Books" className="books-search" onSubmit={search}>
      <input type="hidden" name="add" value="" />
      <Field
        label="Search"
        name="query"
        type="search"
        placeholder={texts.books.searchPlaceholder}
        defaultValue={query}
      />
      <Button type="submit" icon="search" busy={busy.value} busyText="Searching..." again>Search</Button>
    </form>
  );
}

/** That a search failed, and why as far as that is known. */
function searchFailure(error: unknown): string {
  const why = saidBy(error, "");
  if (failureIn(error).code === "invalid_answer") return why;
  return [...new Set([texts.books.searchFailed, why])].filter(Boolean).join(". ");
}
