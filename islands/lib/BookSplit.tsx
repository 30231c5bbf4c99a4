import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { Book } from "../../server/contract/books.ts";
import type { Note } from "../../server/contract/notes.ts";
import { previewFrame } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { BookProgress } from "../components/BookCard.tsx";
import { Button, LinkButton } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import { type OpenBook, openQuery } from "../state/books.ts";
import { intercept } from "./intercept.ts";
import { NoteEditor } from "./NoteEditor.tsx";

interface Props {
  book: Book;
  open: OpenBook;
  here: string;
  note?: Note;
  onShow: (open: OpenBook) => void;
  onTurn: (page: number) => void;
}

/** The embedded preview beside the reader's page and notes. The preview is another site's and loads only when asked for. */
export function BookSplit({ book, open, here, note, onShow, onTurn }: Props) {
  useSignals();
  const expanded = useSignal(true);
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
        <PageTurner {...{ book, open, at, onTurn }} />
        <div className="cluster">
          <Button aria-expanded={expanded.value} onClick={() => expanded.value = !expanded.value}>
            {expanded.value ? "Collapse notes" : "Expand notes"}
          </Button>
          <LinkButton
            href={at({ split: false, preview: false })}
            onClick={intercept(() => onShow({ ...open, split: false, preview: false }))}
          >
            Exit split view
          </LinkButton>
        </div>
        {expanded.value && <NoteEditor key={open.page} bookId={book.id} page={open.page} given={note} />}
      </aside>
    </div>
  );
}

interface TurnerProps extends Pick<Props, "book" | "open" | "onTurn"> {
  at: (more: Partial<OpenBook>) => string;
}

function PageTurner({ book, open: { page, ...open }, at, onTurn }: TurnerProps) {
  const turn = (by: number, text: string, icon: "arrow-left" | "arrow-right") => (
    <LinkButton
      icon={icon}
      aria-disabled={page + by < 0 || page + by > book.pageCount || undefined}
      href={at({ page: Math.min(Math.max(page + by, 0), book.pageCount) })}
      onClick={intercept(() => onTurn(page + by))}
    >
      {text}
    </LinkButton>
  );
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onTurn(Number(new FormData(event.currentTarget).get("page")));
  };
  return (
    <form method="get" className="page-form" onSubmit={go}>
      {turn(-1, "Previous", "arrow-left")}
      <input type="hidden" name="book" value={open.bookId} />
      <input type="hidden" name="view" value="split" />
      <Field
        key={page}
        label="Page"
        name="page"
        type="number"
        inputMode="numeric"
        min={0}
        max={book.pageCount}
        defaultValue={page}
      />
      {turn(1, "Next", "arrow-right")}
    </form>
  );
}
