import type { FormEvent } from "react";
import type { Book } from "../../server/contract/books.ts";
import type { Note } from "../../server/contract/notes.ts";
import { previewFrame } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookProgress } from "../components/BookCard.tsx";
import { Button, LinkButton } from "../components/Button.tsx";
import type { IconName } from "../components/Icon.tsx";
import { Field } from "../components/Field.tsx";
import { type OpenBook, openQuery } from "../state/books.ts";
import type { BookFailure } from "./BookDialog.tsx";
import { intercept } from "./intercept.ts";
import { NoteEditor } from "./NoteEditor.tsx";

interface Props {
  book: Book;
  open: OpenBook;
  here: string;
  note?: Note;
  failure?: BookFailure;
  onShow: (open: OpenBook) => void;
  onTurn: (page: number) => void;
}

/** The embedded preview beside the reader's page and notes. The preview is another site's and loads only when asked for. */
export function BookSplit({ book, open, here, note, failure, onShow, onTurn }: Props) {
  const at = (more: Partial<OpenBook>) => here + openQuery({ ...open, ...more });

  return (
    <div className="book-split">
      {open.preview
        ? (
          <iframe
            className="book-preview"
            src={previewFrame(book.googleBooksId!, open.page)}
            title={texts.books.preview(book.title)}
          />
        )
        : (
          <div className="book-preview book-preview--asleep">
            <p className="muted">{texts.books.previewNote}</p>
            <LinkButton href={at({ preview: true })} onClick={intercept(() => onShow({ ...open, preview: true }))}>
              Load preview
            </LinkButton>
          </div>
        )}
      <aside className="book-side stack" aria-label="Progress and notes">
        <BookProgress book={book} />
        <PageTurner {...{ book, open, onTurn }} />
        <details open>
          <summary>Notes</summary>
          <NoteEditor key={open.page} bookId={book.id} page={open.page} given={note} failure={failure} />
        </details>
        <div>
          <LinkButton
            href={at({ split: false, preview: false })}
            onClick={intercept(() => onShow({ ...open, split: false, preview: false }))}
          >
            Exit split view
          </LinkButton>
        </div>
      </aside>
    </div>
  );
}

/** Turning a page also keeps it as the reader's own; without script the buttons post it. */
function PageTurner({ book, open: { page }, onTurn }: Pick<Props, "book" | "open" | "onTurn">) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onTurn(Number(new FormData(event.currentTarget, submitter).get("currentPage")));
  }
  const hidden = (
    <>
      <input type="hidden" name="intent" value="progress" />
      <input type="hidden" name="bookId" value={book.id} />
    </>
  );
  const turn = (text: string, icon: IconName, to: number) => (
    <Button type="submit" name="currentPage" value={to} icon={icon} disabled={to < 0 || to > book.pageCount}>
      {text}
    </Button>
  );
  return (
    <>
      <form method="post" className="cluster" onSubmit={submit}>
        {hidden}
        {turn("Previous", "arrow-left", page - 1)}
        {turn("Next", "arrow-right", page + 1)}
      </form>
      <form method="post" className="page-form" onSubmit={submit}>
        {hidden}
        <Field
          key={page}
          label="Page"
          name="currentPage"
          type="number"
          inputMode="numeric"
          min={0}
          max={book.pageCount}
          defaultValue={page}
        />
        <Button type="submit">Go</Button>
      </form>
    </>
  );
}
