import { Button } from "../../../islands/ui/Button.tsx";
import { description } from "../../../islands/forms/Field.tsx";
import { turnForm } from "../../../islands/books/progress.ts";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { turnTexts } from "../../../server/contract/reading/book_page_texts.ts";
import { clampPage } from "../../../server/contract/reading/pages.ts";
import { turnFormId } from "../../../server/contract/reading/paths.ts";
import type { Copy } from "../../../server/contract/reading/shapes.ts";
import type { FailedForm } from "../../layout/page.tsx";

interface Props {
  /** Unique on its page. */
  id: string;
  bookId: string;
  copy: Copy;
  page: number;
  label: string;
  action: string;
  failed?: FailedForm;
}

/** In the pages of the reader's copy, with buttons for one back and one on. */
export function TurnForm({ id, bookId, copy: { pageCount, unit }, page, label, action, failed }: Props) {
  const error = failed?.refusal.message;
  const form = { method: "post", action, ...turnForm({ id: bookId }) };
  const step = (by: 1 | -1) => (
    <button
      type="submit"
      form={`${id}-by`}
      name="page"
      value={clampPage(page + by, pageCount)}
      className="icon-button"
      aria-label={turnTexts[by < 0 ? "previous" : "next"][unit]}
      disabled={clampPage(page + by, pageCount) === page}
    >
      <Icon name={by < 0 ? "minus" : "plus"} />
    </button>
  );
  return (
    <>
      <form id={`${id}-by`} {...form} hidden />
      <form {...form} id={turnFormId(id)} className="turn-form">
        <label className="turn-form-label" htmlFor={id}>{label}</label>
        <div className="turn-form-row">
          <span className="turn-form-field">
            {step(-1)}
            <input
              className="input"
              id={id}
              name="page"
              type="number"
              inputMode="numeric"
              min={0}
              max={pageCount}
              required
              autoComplete="off"
              defaultValue={failed?.sent.page ?? page}
              autoFocus={error !== undefined}
              {...description(id, { error })}
            />
            <span className="turn-form-of">{turnTexts.of(pageCount, unit)}</span>
            {step(1)}
          </span>
          <Button type="submit">{turnTexts.update}</Button>
        </div>
        {error && (
          <p className="field-error" id={`${id}-error`}>
            <Icon name="warning" />
            {error}
          </p>
        )}
      </form>
    </>
  );
}
