import type { Progress } from "../../server/contract/books.ts";
import { pageProblem } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import { InvalidInput, useSubmit } from "../forms/useSubmit.ts";
import { Button } from "../ui/Button.tsx";
import { type FailedPage, PageField } from "./PageField.tsx";
import { savePage } from "./progress.ts";
import { currentPage, type ShownBook } from "./reducer.ts";

interface Props {
  book: ShownBook;
  /** The address it posts to. */
  action: string;
  failed?: FailedPage;
  onSaved: (progress: Progress) => void;
}

/** The quick way to set the page one is on. */
export function PageForm({ book, action, failed, onSaved }: Props) {
  const { busy, failure, onSubmit } = useSubmit({
    submit: async ({ currentPage }) => {
      const problem = pageProblem(currentPage, book.pageCount);
      if (problem) throw new InvalidInput(problem);
      return await savePage(book.id, Number(currentPage));
    },
    onSuccess: ({ progress }) => onSaved(progress),
    successToast: ({ message }) => message || texts.progress.updated,
    failed: texts.progress.updateFailed,
    failureToast: true,
    failure: failed?.failure,
  });
  return (
    <form method="post" action={action} className="page-form" onSubmit={onSubmit} noValidate>
      <PageField
        label="Current page"
        book={book}
        page={currentPage(book)}
        typed={failed?.typed}
        error={failure?.text}
      />
      <Button type="submit" busy={busy} busyText="Saving...">Update</Button>
    </form>
  );
}
