import { useEffect, useRef } from "react";
import { Field, type FieldProps } from "../forms/Field.tsx";
import type { FormFailure } from "../forms/useSubmit.ts";
import type { ShownBook } from "./reducer.ts";

/** What was typed before it was refused, and why it was, without script. */
export interface FailedPage {
  typed: string;
  failure: FormFailure;
}

interface Props extends Pick<FieldProps, "label" | "error"> {
  book: ShownBook;
  page: number;
  /** What was typed before it was refused, without script. */
  typed?: string;
}

/** The field of the current page. What somebody is typing stays when the page changes. */
export function PageField({ book, page, typed, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(page);

  useEffect(() => {
    if (input.current!.value === String(shown.current)) input.current!.value = String(page);
    shown.current = page;
  }, [page]);

  return (
    <Field
      {...field}
      ref={input}
      name="currentPage"
      type="number"
      inputMode="numeric"
      min={0}
      max={book.pageCount}
      step={1}
      defaultValue={typed ?? page}
    />
  );
}
