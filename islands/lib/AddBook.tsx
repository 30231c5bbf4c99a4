import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { Book, BookResult } from "../../server/contract/books.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookResultCard } from "../components/BookResultCard.tsx";
import { Button } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import { isInGroup } from "../state/books.ts";
import { call } from "./api.ts";
import { showToast } from "./toasts.ts";

/** A search for books: what was asked, and what was found. */
export interface BookSearch {
  query: string;
  found: BookResult[];
}

interface Props {
  books: Book[];
  searched?: BookSearch;
  /** Adds a book; whether that went well. */
  onAdd: (result: BookResult) => Promise<boolean>;
}

/** Finds books and adds them; what cannot be found is added by hand. */
export function AddBook({ books, searched, onAdd }: Props) {
  useSignals();
  const found = useSignal(searched?.found);
  const searching = useSignal(false);

  async function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("query")).trim();
    if (!query) return;
    searching.value = true;
    try {
      found.value =
        (await call<{ books: BookResult[] }>("GET", `/books/search?query=${encodeURIComponent(query)}`)).books;
    } catch {
      showToast("error", texts.books.searchFailed);
    }
    searching.value = false;
  }

  return (
    <div className="stack">
      <form method="get" role="search" className="stack" onSubmit={search}>
        <input type="hidden" name="add" value="" />
        <Field
          label="Search"
          name="query"
          type="search"
          placeholder={texts.books.searchPlaceholder}
          defaultValue={searched?.query}
        />
        <Button type="submit" icon="search" busy={searching.value} busyText="Searching...">Search</Button>
      </form>
      {found.value?.length === 0 && <p role="status">{texts.books.noMatch}</p>}
      <ul className="books-list">
        {found.value?.map((result, index) => (
          <li key={`${result.isbn ?? result.googleBooksId ?? result.title} ${index}`}>
            <BookResultCard result={result} added={isInGroup(books, result)} onAdd={onAdd} />
          </li>
        ))}
      </ul>
      {found.value?.length === 0 && <AddByHand title={searched?.query} onAdd={onAdd} />}
    </div>
  );
}

function AddByHand({ title, onAdd }: { title?: string } & Pick<Props, "onAdd">) {
  useSignals();
  const busy = useSignal(false);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { title, author, pageCount } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    busy.value = true;
    if (await onAdd({ ...unknown, title, author: author || null, pageCount: Number(pageCount) || 0 })) form.reset();
    busy.value = false;
  }

  return (
    <form method="post" className="stack" onSubmit={add}>
      <h3>{texts.books.addByHand}</h3>
      <Field label="Title" name="title" defaultValue={title} required />
      <Field label="Author" name="author" />
      <Field label="Pages" name="pageCount" type="number" min={1} inputMode="numeric" />
      <Button type="submit" name="intent" value="addBook" kind="primary" busy={busy.value} busyText="Adding...">
        Add to Group
      </Button>
    </form>
  );
}

const unknown = {
  description: null,
  coverImage: null,
  publishedDate: null,
  publisher: null,
  categories: [],
  language: null,
  isbn: null,
  googleBooksId: null,
};
