import type { Book } from "../../server/contract/books.ts";
import * as constants from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { Field } from "../forms/Field.tsx";
import { fieldOf } from "../forms/FieldFrame.tsx";
import { type FormFailure, useSubmit } from "../forms/useSubmit.ts";
import { Button } from "../ui/Button.tsx";
import { addBook } from "./calls.ts";

/** What was typed of a book before adding it failed, and why it did, without script. */
export interface FailedBook {
  typed: { title?: string; author?: string; pageCount?: string };
  failure: FormFailure;
}

interface Props extends Partial<FailedBook> {
  groupId: string;
  /** The address its form posts to. */
  action: string;
  /** Which form this is, without script. */
  formKey: string;
  onAdded: (book: Book) => void;
}

/** The form for a book that no source has. */
export function AddManually({ groupId, action, formKey, typed, onAdded, ...props }: Props) {
  const { busy, failure, onSubmit } = useSubmit({
    submit: ({ title, author, pageCount }) =>
      addBook(groupId, { ...unknown, title, author: author || null, pageCount: Number(pageCount) || 0 }),
    onSuccess({ book }, form) {
      onAdded(book);
      for (const input of form.querySelectorAll<HTMLInputElement>("input[id]")) input.value = "";
    },
    successToast: texts.books.added,
    failed: texts.books.addFailed,
    failureToast: true,
    failure: props.failure,
  });
  return (
    <form method="post" action={action} className="stack" onSubmit={onSubmit}>
      <input type="hidden" name="formKey" value={formKey} />
      <h3>{texts.books.addManually}</h3>
      <Field label="Title" {...fieldOf("title", failure?.issues)} dir="auto" defaultValue={typed?.title} required />
      <Field label="Author" {...fieldOf("author", failure?.issues)} dir="auto" defaultValue={typed?.author} />
      <Field
        label="Pages"
        {...fieldOf("pageCount", failure?.issues)}
        type="number"
        inputMode="numeric"
        min={1}
        max={constants.book.pages}
        defaultValue={typed?.pageCount}
      />
      <Button type="submit" kind="primary" busy={busy} busyText="Adding...">Add to Group</Button>
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
