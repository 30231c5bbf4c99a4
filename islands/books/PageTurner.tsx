import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent, ReactNode } from "react";
import type { Book } from "../../server/contract/books.ts";
import { clampPage, pageProblem } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";
import type { IconName } from "../ui/Icon.tsx";
import type { BookFailure } from "./BookDialog.tsx";
import { PageField } from "./PageField.tsx";

interface Props {
  book: Book;
  page: number;
  failure?: BookFailure;
  onTurn: (page: number) => void;
}

/**
 * Turns to the next page, the one before, or any other. That is the reader's own then; without script the buttons post
 * it.
 */
export function PageTurner({ book, page, failure, onTurn }: Props) {
  const hidden = (
    <>
      <input type="hidden" name="intent" value="progress" />
      <input type="hidden" name="bookId" value={book.id} />
    </>
  );
  const turn = (text: string, icon: IconName, to: number) => {
    const next = clampPage(to, book.pageCount);
    // Not disabled: that would take the focus from whoever has leafed to the end.
    return (
      <Button type="submit" name="currentPage" value={next} icon={icon} aria-disabled={next !== to || undefined}>
        {text}
      </Button>
    );
  };
  return (
    <>
      <form
        method="post"
        className="cluster"
        onSubmit={(event) => {
          event.preventDefault();
          onTurn(Number(((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement).value));
        }}
      >
        {hidden}
        {turn("Previous", "arrow-left", page - 1)}
        {turn("Next", "arrow-right", page + 1)}
      </form>
      <GoTo {...{ book, page, failure, onTurn }}>{hidden}</GoTo>
      <p className="visually-hidden" role="status">{texts.progress.pageOf(page, book.pageCount)}</p>
    </>
  );
}

function GoTo({ book, page, failure, onTurn, children }: Props & { children: ReactNode }) {
  useSignals();
  const error = useSignal(failure?.page === undefined ? undefined : failure.error);

  /** A number beyond either end is that end; what is no number is no page. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("currentPage") as HTMLInputElement;
    const to = clampPage(input.valueAsNumber, book.pageCount);
    error.value = Number.isInteger(input.valueAsNumber) ? undefined : pageProblem(input.value, book.pageCount);
    if (error.value) return;
    input.value = String(to);
    onTurn(to);
  }

  return (
    <form method="post" className="page-form" onSubmit={submit} noValidate>
      {children}
      <PageField label="Page" book={book} page={page} typed={failure?.page} error={error.value} />
      <Button type="submit">Go</Button>
    </form>
  );
}
