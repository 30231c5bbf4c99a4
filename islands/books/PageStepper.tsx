import type { Book } from "../../server/contract/books/shapes.ts";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { copyOf, pageField } from "../../server/contract/reading/positions.ts";
import { clampPage } from "../../server/contract/reading/pages.ts";
import { description, FieldFrame } from "../forms/Field.tsx";
import type { FormFailure } from "../forms/useSubmit.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { turnForm } from "./progress.ts";
import { progressTexts } from "../../server/contract/reading/texts.ts";

export interface FailedPage {
  typed: string;
  failure: FormFailure;
}

interface Props {
  label: string;
  book: Book;
  page: number;
  action: string;
  chapter?: string;
  typed?: string;
  error?: ReactNode;
  icons: readonly [IconName, IconName];
  onTurn: (page: number) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** Without script each of the two buttons saves its page as the reader's. */
export function PageStepper(
  { label, book, page, action, chapter, typed, error, icons, onTurn, onSubmit, children }: Props,
) {
  const copy = copyOf(book);
  const input = useTypedPage(page);
  const inputId = useId();
  // The buttons are in a form of their own: without script they send their page, and not the one in the field.
  const turnId = useId();

  function turn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const by = Number(((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement).dataset.by);
    const { valueAsNumber } = input.current!;
    const next = clampPage((Number.isInteger(valueAsNumber) ? valueAsNumber : page) + by, copy.pageCount);
    input.current!.value = String(next);
    onTurn(next);
  }

  const turnButton = (text: string, icon: IconName, by: number) => {
    const next = clampPage(page + by, copy.pageCount);
    return (
      // Not disabled: that would take the focus from a reader who has turned to the end.
      <button
        type="submit"
        form={turnId}
        className="page-turn"
        name={pageField(book)}
        value={next}
        data-by={by}
        aria-disabled={next === page || undefined}
      >
        <Icon name={icon} />
        <span className="page-turn-text">{text}</span>
      </button>
    );
  };

  return (
    <>
      <form id={turnId} method="post" action={action} {...turnForm(book)} onSubmit={turn} hidden />
      <form method="post" action={action} {...turnForm(book)} className="page-form" onSubmit={onSubmit} noValidate>
        <FieldFrame id={inputId} label={label} hint={chapter} error={error}>
          {turnButton("Previous", icons[0], -1)}
          <input
            className="input"
            id={inputId}
            ref={input}
            name={pageField(book)}
            type="number"
            inputMode="numeric"
            min={0}
            max={copy.pageCount}
            step={1}
            defaultValue={typed ?? page}
            {...description(inputId, { error, hint: chapter })}
          />
          {turnButton("Next", icons[1], 1)}
        </FieldFrame>
        {children}
      </form>
      <p className="visually-hidden" role="status">{progressTexts.pageOf(page, copy)}</p>
    </>
  );
}

function useTypedPage(page: number): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (input.current!.value === String(shown.current)) input.current!.value = String(page);
    shown.current = page;
  }, [page]);
  return input;
}
