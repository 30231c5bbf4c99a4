import { memo, type ReactNode, type RefObject } from "react";
import { type OpenBook, openQuery } from "../../server/contract/books/paths.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { Button, IconButton, LinkButton } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { intercept } from "../ui/intercept.ts";
import { BookCard } from "./BookCard.tsx";
import { currentPage } from "./useBooks.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

interface Props {
  ref: RefObject<HTMLElement | null>;
  groupId: string;
  books: Book[];
  isPlain: boolean;
  adding: boolean;
  disabled: boolean;
  /** Why the viewer cannot add books. */
  closed?: string;
  empty?: string;
  /** It may be asked for a book next. */
  onUse: () => void;
  onToggle: () => void;
  onOpen: (open: OpenBook) => void;
  /** What adds a book. */
  children: ReactNode;
}

export function BooksPanel(
  { ref, groupId, books, isPlain, adding, disabled, closed, empty, onUse, onToggle, onOpen, children }: Props,
) {
  const here = groupPaths.group(groupId);
  return (
    <section
      ref={ref}
      className="books-panel"
      id="books"
      popover={isPlain ? undefined : "auto"}
      aria-label="Books"
      onPointerEnter={onUse}
      onFocus={onUse}
    >
      <Head here={here} adding={adding} disabled={disabled} closed={closed} onToggle={onToggle} />
      {children}
      {books.length === 0 && <EmptyState picture="books" text={closed ?? empty ?? booksTexts.empty} />}
      <BookParts books={books} here={here} onOpen={onOpen} />
      {closed && books.length > 0 && <p className="field-hint">{closed}</p>}
    </section>
  );
}

interface HeadProps extends Pick<Props, "adding" | "disabled" | "closed" | "onToggle"> {
  here: string;
}

function Head({ here, adding, disabled, closed, onToggle }: HeadProps) {
  const label = adding ? "Hide" : "Add";
  return (
    <div className="books-head">
      <h2>Books</h2>
      {closed
        ? null
        : disabled
        ? <Button disabled>{label}</Button>
        : (
          <LinkButton href={adding ? here : `${here}?add`} aria-expanded={adding} onClick={intercept(onToggle)}>
            {label}
          </LinkButton>
        )}
      <IconButton
        className="books-close"
        icon="close"
        label="Close books"
        popoverTarget="books"
        popoverTargetAction="hide"
      />
    </div>
  );
}

interface ListProps {
  books: Book[];
  here: string;
  onOpen: (open: OpenBook) => void;
}

/** What is read now, and then the others by their state, of which what is done is folded. */
const BookParts = memo(({ books, ...list }: ListProps) =>
  (["now", "next", "suggested", "done"] as const).map((state) => {
    const shown = <BookList key={state} books={books.filter((book) => book.state === state)} {...list} />;
    return state === "now"
      ? shown
      : shown.props.books[0] && (
        <details key={state} className="fold books-part" open={state !== "done"}>
          <summary>{state}</summary>
          {shown}
        </details>
      );
  })
);

const BookList = ({ books, here, onOpen }: ListProps) => (
  <ul className="books-list">
    {books.map((book) => {
      const at = { bookId: book.id, page: currentPage(book), split: false, preview: false };
      return (
        <li key={book.id}>
          <BookCard book={book} href={here + openQuery(at)} onOpen={intercept(() => onOpen(at))} />
        </li>
      );
    })}
  </ul>
);
