import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { BookResult } from "../../server/contract/books.ts";
import * as limits from "../../server/contract/limits.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import type { BookFailure } from "./BookDialog.tsx";

interface Props {
  typed: NonNullable<BookFailure["book"]>;
  onAdd: (result: BookResult) => Promise<boolean>;
}

/** A book that no source knows, as somebody describes it. */
export function AddByHand({ typed, onAdd }: Props) {
  useSignals();
  const busy = useSignal(false);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { title, author, pageCount } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    busy.value = true;
    const book = { ...unknown, title, author: author || null, pageCount: Number(pageCount) || 0 };
    if (await onAdd(book)) { for (const input of form.querySelectorAll("input")) input.value = ""; }
    busy.value = false;
  }

  return (
    <form method="post" className="stack" onSubmit={add}>
      <h3>{texts.books.addByHand}</h3>
      <Field label="Title" name="title" dir="auto" maxLength={limits.book.title} defaultValue={typed.title} required />
      <Field label="Author" name="author" dir="auto" maxLength={limits.book.author} defaultValue={typed.author} />
      <Field
        label="Pages"
        name="pageCount"
        type="number"
        inputMode="numeric"
        min={1}
        max={limits.book.pages}
        defaultValue={typed.pageCount}
      />
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
