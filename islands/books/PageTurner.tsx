import { type FormEvent, useState } from "react";
import { clampPage } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";
import type { IconName } from "../ui/Icon.tsx";
import { type FailedPage, PageField } from "./PageField.tsx";
import type { ShownBook } from "./reducer.ts";

interface Props {
  book: ShownBook;
  page: number;
  /** The address its forms post to. */
  action: string;
  failed?: FailedPage;
  onTurn: (page: number) => void;
}

/** Turns to the next page, the one before, or any other. Without script its forms save that as the reader's page. */
export function PageTurner({ book, page, action, failed, onTurn }: Props) {
  const turn = (text: string, icon: IconName, to: number) => {
    const next = clampPage(to, book.pageCount);
    // Not disabled: that would take the focus from a reader who has turned to the end.
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
        action={action}
        className="cluster"
        onSubmit={(event) => {
          event.preventDefault();
          onTurn(Number(((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement).value));
        }}
      >
        {turn("Previous", "arrow-left", page - 1)}
        {turn("Next", "arrow-right", page + 1)}
      </form>
      <GoTo book={book} page={page} action={action} failed={failed} onTurn={onTurn} />
      <p className="visually-hidden" role="status">{texts.progress.pageOf(page, book.pageCount)}</p>
    </>
  );
}

function GoTo({ book, page, action, failed, onTurn }: Props) {
  const [error, setError] = useState(failed?.failure.text);

  /** A number beyond either end is that end. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("currentPage") as HTMLInputElement;
    if (!Number.isInteger(input.valueAsNumber)) return setError(texts.progress.invalidPage);
    const next = clampPage(input.valueAsNumber, book.pageCount);
    setError(undefined);
    input.value = String(next);
    onTurn(next);
  }

  return (
    <form method="post" action={action} className="page-form" onSubmit={submit} noValidate>
      <PageField label="Page" book={book} page={page} typed={failed?.typed} error={error} />
      <Button type="submit">Go</Button>
    </form>
  );
}
