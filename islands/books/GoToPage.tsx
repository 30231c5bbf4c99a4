import type { Book } from "../../server/contract/books/shapes.ts";
import { type FormEvent, useState } from "react";
import { copyOf, pageField } from "../../server/contract/reading/positions.ts";
import { clampPage } from "../../server/contract/reading/pages.ts";
import { Button } from "../ui/Button.tsx";
import { type FailedPage, PageStepper } from "./PageStepper.tsx";
import { progressTexts } from "../../server/contract/reading/texts.ts";

interface Props {
  book: Book;
  page: number;
  action: string;
  chapter?: string;
  failed?: FailedPage;
  onTurn: (page: number) => void;
}

export function GoToPage({ book, page, action, chapter, failed, onTurn }: Props) {
  const [error, setError] = useState(failed?.failure.text);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem(pageField(book)) as HTMLInputElement;
    if (!Number.isInteger(input.valueAsNumber)) return setError(progressTexts.invalidPage);
    const next = clampPage(input.valueAsNumber, copyOf(book).pageCount);
    setError(undefined);
    input.value = String(next);
    onTurn(next);
  }

  return (
    <PageStepper
      label={progressTexts.unit(copyOf(book).unit)}
      book={book}
      page={page}
      action={action}
      chapter={chapter}
      typed={failed?.typed}
      error={error}
      icons={["arrow-left", "arrow-right"]}
      onTurn={onTurn}
      onSubmit={submit}
    >
      <Button type="submit">Go</Button>
    </PageStepper>
  );
}
