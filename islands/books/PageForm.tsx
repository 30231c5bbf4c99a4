import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { Book, Progress } from "../../server/contract/books.ts";
import { pageProblem } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";
import { currentPage } from "./reducer.ts";
import { failureOf } from "../runtime/api.ts";
import type { BookFailure } from "./BookDialog.tsx";
import { PageField } from "./PageField.tsx";
import { savePage } from "./progress.ts";
import { showToast } from "../runtime/toast.ts";

interface Props {
  book: Book;
  failure?: BookFailure;
  onSaved: (progress: Progress) => void;
}

/** The quick way to say which page one is on. */
export function PageForm({ book, failure, onSaved }: Props) {
  useSignals();
  const busy = useSignal(false);
  const error = useSignal(failure?.page === undefined ? undefined : failure.error);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("currentPage"));
    error.value = pageProblem(typed, book.pageCount);
    if (error.value) return;
    busy.value = true;
    try {
      const { progress, message } = await savePage(book.id, Number(typed));
      showToast("success", message || texts.progress.updated);
      onSaved(progress);
    } catch (failure) {
      error.value = failureOf(failure, texts.progress.updateFailed);
      showToast("error", error.value);
    }
    busy.value = false;
  }

  return (
    <form method="post" className="page-form" onSubmit={save} noValidate>
      <input type="hidden" name="bookId" value={book.id} />
      <PageField label="Current page" book={book} page={currentPage(book)} typed={failure?.page} error={error.value} />
      <Button type="submit" name="intent" value="progress" busy={busy.value} busyText="Saving...">Update</Button>
    </form>
  );
}
