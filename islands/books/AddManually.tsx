import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import { flushSync } from "react-dom";
import type { BookResult } from "../../server/contract/books.ts";
import type { Issue } from "../../server/contract/failure.ts";
import * as limits from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../forms/Field.tsx";
import { fieldOf } from "../forms/FieldFrame.tsx";
import type { BookFailure } from "./BookDialog.tsx";
import { focusInvalid } from "../forms/focus.ts";

interface Props {
  /** Which form this is, without script. */
  formKey: string;
  typed: NonNullable<BookFailure["book"]>;
  issues?: Issue[];
  /** Gives the fields at fault, which may be none, where it fails. */
  onAdd: (result: BookResult) => Promise<Issue[] | undefined>;
}

/** A book that no source knows, as somebody describes it. */
export function AddManually({ formKey, typed, onAdd, ...props }: Props) {
  useSignals();
  const busy = useSignal(false);
  const issues = useSignal(props.issues);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { title, author, pageCount } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    busy.value = true;
    const book = { ...unknown, title, author: author || null, pageCount: Number(pageCount) || 0 };
    const failed = await onAdd(book);
    flushSync(() => issues.value = failed);
    focusInvalid(form);
    if (!failed) { for (const input of form.querySelectorAll<HTMLInputElement>("input[id]")) input.value = ""; }
    busy.value = false;
  }

  return (
    <form method="post" className="stack" onSubmit={add}>
      <input type="hidden" name="formKey" value={formKey} />
      <h3>{texts.books.addManually}</h3>
      <Field label="Title" {...fieldOf("title", issues.value)} dir="auto" defaultValue={typed.title} required />
      <Field label="Author" {...fieldOf("author", issues.value)} dir="auto" defaultValue={typed.author} />
      <Field
        label="Pages"
        {...fieldOf("pageCount", issues.value)}
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
