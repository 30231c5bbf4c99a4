import type { BookResult } from "../../server/contract/books.ts";
import { Button } from "../ui/Button.tsx";
import { Cover } from "../ui/Cover.tsx";

interface Props {
  result: BookResult;
  /** Which form this is, without script. */
  formKey: string;
  /** Whether the group has it already. */
  added: boolean;
  /** Whether it is being added. */
  busy?: boolean;
  onAdd?: (result: BookResult) => void;
}

/** A book that a search found. Without script the form carries all that is known of it. */
export function BookResultCard({ result, formKey, added, busy, onAdd }: Props) {
  return (
    <article className="book-card">
      <Cover book={result} />
      <div className="book-card-text">
        <h3 className="book-card-title" dir="auto">{result.title}</h3>
        {result.author && <p className="muted" dir="auto">{result.author}</p>}
        {!!result.pageCount && <p className="muted">{result.pageCount} pages</p>}
        {added ? <span className="badge">In this group</span> : (
          <form
            method="post"
            onSubmit={(event) => {
              event.preventDefault();
              onAdd?.(result);
            }}
          >
            <input type="hidden" name="formKey" value={formKey} />
            <input type="hidden" name="book" value={JSON.stringify(result)} />
            <Button type="submit" name="intent" value="addResult" busy={busy} busyText="Adding...">Add to Group</Button>
          </form>
        )}
      </div>
    </article>
  );
}
