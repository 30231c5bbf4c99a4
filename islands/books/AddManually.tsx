import * as booksLimits from "../../server/contract/books/limits.ts";
import { useEffect, useRef, useState } from "react";
import { isbn13, isBookNumber } from "../../server/contract/books/isbn.ts";
import type { OwnBooksTexts } from "../../server/contract/groups/kind_texts.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { Field, fieldOf } from "../forms/Field.tsx";
import { type FormFailure, useSubmit } from "../forms/useSubmit.ts";
import { Button } from "../ui/Button.tsx";
import { addBook } from "./calls.ts";
import { IsbnField } from "./IsbnField.tsx";
import { booksTexts } from "../../server/contract/books/texts.ts";

export interface FailedBook {
  typed: { title?: string; author?: string; pageCount?: string };
  failure: FormFailure;
}

interface Props extends Partial<FailedBook> {
  groupId: string;
  action: string;
  formKey: string;
  query?: string;
  isNext: boolean;
  words?: OwnBooksTexts;
  onAdded: (book: Book) => void;
}

export function AddManually({ groupId, action, formKey, query = "", isNext, typed, words, onAdded, ...props }: Props) {
  const suggestion = isBookNumber(query) ? "" : query;
  const isbn = isbn13(query);
  const [first] = useState({ isOpen: isNext || typed !== undefined, title: typed ? typed.title : suggestion });
  const fold = useSuggestion(suggestion, isNext);
  const { busy, failure, onSubmit } = useSubmit({
    submit: ({ title, author, pageCount }) =>
      addBook(groupId, {
        ...unknown,
        title,
        author: author || null,
        pageCount: Number(pageCount) || 0,
        isbn: isbn ?? null,
      }),
    onSuccess: ({ book }) => onAdded(book),
    successToast: booksTexts.added,
    failed: booksTexts.addFailed,
    failureToast: true,
    failure: props.failure,
  });
  return (
    <details className="fold books-manual" ref={fold} open={first.isOpen}>
      <summary>{booksTexts.addManually}</summary>
      <form method="post" action={action} className="stack" onSubmit={onSubmit}>
        <input type="hidden" name="formKey" value={formKey} />
        <Field
          label="Title"
          {...fieldOf("title", failure?.issues)}
          dir="auto"
          defaultValue={first.title}
          required
        />
        <Field label="Author" {...fieldOf("author", failure?.issues)} dir="auto" defaultValue={typed?.author} />
        <Field
          label="Pages"
          {...fieldOf("pageCount", failure?.issues)}
          type="number"
          inputMode="numeric"
          min={1}
          max={booksLimits.book.pages}
          defaultValue={typed?.pageCount}
        />
        <IsbnField isbn={isbn} />
        <Button type="submit" kind="primary" busy={busy} busyText="Adding...">{words?.add ?? "Add to Group"}</Button>
      </form>
    </details>
  );
}

function useSuggestion(query: string, isNext: boolean) {
  const fold = useRef<HTMLDetailsElement>(null);
  const suggested = useRef(query);
  const isFirst = useRef(true);

  useEffect(() => {
    if (isFirst.current) return void (isFirst.current = false);
    const [title, ...others] = inputsOf(fold.current!);
    const isTyped = title.value !== suggested.current || others.some(({ value }) => value);
    if (!isTyped) title.value = suggested.current = query;
    fold.current!.open = isNext || isTyped && fold.current!.open;
  }, [query, isNext]);

  return fold;
}

const inputsOf = (box: HTMLElement) => box.querySelectorAll<HTMLInputElement>("input[id]");

const unknown = {
  description: null,
  coverImage: null,
  publishedDate: null,
  publisher: null,
  categories: [],
  language: null,
  googleBooksId: null,
};
