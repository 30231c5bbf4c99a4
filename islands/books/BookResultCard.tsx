import type { Book, BookResult } from "../../server/contract/books/shapes.ts";
import { useSubmit } from "../forms/useSubmit.ts";
import { Button } from "../ui/Button.tsx";
import { Cover } from "../ui/Cover.tsx";
import { addBook } from "./calls.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

interface Props {
  groupId: string;
  result: BookResult;
  isAdded: boolean;
  action: string;
  formKey: string;
  onAdded: (book: Book) => void;
}

export function BookResultCard({ groupId, result, isAdded, action, formKey, onAdded }: Props) {
  const { busy, onSubmit } = useSubmit({
    submit: () => addBook(groupId, result),
    onSuccess: ({ book }) => onAdded(book),
    successToast: ({ message }) => message || booksTexts.addedToGroup,
    failed: booksTexts.addFailed,
    failureToast: true,
  });
  return (
    <article className="book-card">
      <Cover book={result} width={44} />
      <div className="book-card-text">
        <hgroup className="book-card-title" dir="auto">
          <h3>{result.title}</h3>
          {result.author && <p dir="auto">{result.author}</p>}
        </hgroup>
        {!!result.pageCount && <p className="muted">{`${result.pageCount} pages`}</p>}
        {isAdded
          ? <span className="badge">In this group</span>
          : (
            <form method="post" action={action} onSubmit={onSubmit}>
              <input type="hidden" name="formKey" value={formKey} />
              <input type="hidden" name="book" value={JSON.stringify(result)} />
              <Button type="submit" busy={busy} busyText="Adding...">Add to Group</Button>
            </form>
          )}
      </div>
    </article>
  );
}
