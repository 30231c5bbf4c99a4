import type { RefObject } from "react";
import type { OpenBook } from "../../server/contract/books/paths.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { AddBook, type FirstSearch } from "./AddBook.tsx";
import { BookList } from "./BookList.tsx";
import { BooksHead } from "./BooksHead.tsx";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

interface Props {
  ref: RefObject<HTMLElement | null>;
  groupId: string;
  books: Book[];
  isPlain: boolean;
  adding: boolean;
  search: FirstSearch;
  disabled: boolean;
  onToggle: () => void;
  onAdded: (book: Book) => void;
  onOpen: (open: OpenBook) => void;
}

export function BooksPanel(
  { ref, groupId, books, isPlain, adding, search, disabled, onToggle, onAdded, onOpen }: Props,
) {
  const here = groupPaths.group(groupId);
  return (
    <section ref={ref} className="books-panel" id="books" popover={isPlain ? undefined : "auto"} aria-label="Books">
      <BooksHead here={here} adding={adding} disabled={disabled} onToggle={onToggle} />
      {adding && <AddBook {...search} groupId={groupId} books={books} disabled={disabled} onAdded={onAdded} />}
      {books.length === 0 && <EmptyState picture="books" text={booksTexts.empty} />}
      <BookList books={books} here={here} onOpen={onOpen} />
    </section>
  );
}
