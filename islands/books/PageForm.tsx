import type { Book } from "../../server/contract/books/shapes.ts";
import { type FormEvent, useState } from "react";
import type { Progress } from "../../server/contract/reading/shapes.ts";
import { copyOf, pageField } from "../../server/contract/reading/positions.ts";
import { clampPage, pageProblem } from "../../server/contract/reading/pages.ts";
import { InvalidInput, useSubmit } from "../forms/useSubmit.ts";
import { Button } from "../ui/Button.tsx";
import { type FailedPage, PageStepper } from "./PageStepper.tsx";
import { findLaterTurn, savePage } from "./progress.ts";
import { progressTexts } from "../../server/contract/reading/texts.ts";

interface Props {
  book: Book;
  page: number;
  action: string;
  chapter?: string;
  failed?: FailedPage;
  onTurn: (page: number) => void;
  onSaved: (progress: Progress) => void;
}

export function PageForm({ book, page, action, chapter, failed, onTurn, onSaved }: Props) {
  const { busy, failure, onSubmit } = useSubmit({
    submit: async ({ [pageField(book)]: typed }) => {
      const problem = pageProblem(typed, copyOf(book).pageCount);
      if (problem) throw new InvalidInput(problem);
      const page = Number(typed);
      const saved = await savePage(book, page);
      const laterTurn = saved && findLaterTurn({ book, page }, saved);
      if (laterTurn) throw new InvalidInput(laterTurn);
      return saved ?? { waits: page };
    },
    onSuccess: (saved) => "waits" in saved ? onTurn(saved.waits) : onSaved(saved.progress),
    successToast: (saved) => "waits" in saved ? progressTexts.waits : saved.message || progressTexts.updated,
    failed: progressTexts.updateFailed,
    failureToast: true,
    failure: failed?.failure,
  });
  return (
    <PageStepper
      label={progressTexts.current(copyOf(book).unit)}
      book={book}
      page={page}
      action={action}
      chapter={chapter}
      typed={failed?.typed}
      error={failure?.text}
      icons={["minus", "plus"]}
      onTurn={onTurn}
      onSubmit={onSubmit}
    >
      <Button type="submit" busy={busy} busyText="Saving...">Update</Button>
    </PageStepper>
  );
}

export function GoToPage({ book, page, action, chapter, failed, onTurn }: Omit<Props, "onSaved">) {
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
