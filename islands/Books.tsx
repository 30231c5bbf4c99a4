import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { asAnchorBook } from "../server/contract/chat/anchors.ts";
import { bookPageAt, copyOf } from "../server/contract/reading/copy.ts";
import type { Anchor } from "../server/contract/chat/shapes.ts";
import type { Note } from "../server/contract/notes/notes.ts";
import { AddBook } from "./books/AddBook.tsx";
import type { FailedBook } from "./books/AddManually.tsx";
import { BookDialog } from "./books/BookDialog.tsx";
import { BookList } from "./books/BookList.tsx";
import type { BookSearch } from "./books/BookSearchForm.tsx";
import { BooksHead } from "./books/BooksHead.tsx";
import type { FailedPage } from "./books/PageStepper.tsx";
import { type BooksState, lastReadFirst, type OpenBook, openQuery, type ShownBook } from "./books/reducer.ts";
import { readResults } from "./books/BookResultCard.tsx";
import { useLiveBooks } from "./books/useLiveBooks.ts";
import { useOpenBook } from "./books/useOpenBook.ts";
import { useSheet } from "./books/useSheet.ts";
import { WriteAboutPage } from "./books/WriteAboutPage.tsx";
import { MarginSlot } from "./notes/MarginSlot.tsx";
import { NoteEditor } from "./notes/NoteEditor.tsx";
import type { FailedNote } from "./notes/useNote.ts";
import { emit, on } from "./runtime/events.ts";
import type { FromHtml } from "./runtime/from_html.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { notePaths } from "../server/contract/notes/paths.ts";
import { booksTexts } from "../server/contract/books/texts.ts";
import { notesTexts } from "../server/contract/notes/texts.ts";

/** One of the forms that failed without script: what was typed, and why it failed. */
export interface FailedBooksForm {
  book?: FailedBook;
  page?: FailedPage;
  note?: FailedNote;
}

interface Props {
  groupId: string;
  readerId: string;
  books: ShownBook[];
  /** Whether the search is open; without script a link opens it. */
  adding: boolean;
  query?: string;
  found?: BookSearch["found"];
  open?: OpenBook;
  /** The note of the open book's page; null where it could not be loaded. */
  note?: Note | null;
  /** The title of the chapter that it is in. */
  chapter?: string;
  /** Which forms these are, without script. */
  formKey: string;
  failed?: FailedBooksForm;
}

/** The group's books beside its chat, the search that adds to them, and the book that is open. */
export function Books({ groupId, readerId, query, found, formKey, ...props }: Props) {
  useSignals();
  const here = groupPaths.group(groupId);
  const state = useSignal<BooksState>({ books: props.books, open: props.open });
  const adding = useSignal(props.adding);
  // What came with the page is right for its first view only.
  const initial = useSignal<Pick<Props, "note" | "chapter" | "failed">>(props);
  const panel = useRef<HTMLElement>(null);
  const sheet = useSheet(panel, props.adding);
  /** What is done once the open book is closed, if not what the panel does. */
  const afterwards = useRef<() => void>(undefined);
  const { dispatch, show, close, saved } = useOpenBook({
    state,
    here,
    onChange(open) {
      initial.value = {};
      if (open && !state.value.open) sheet.remember();
    },
  });
  const isClosed = useLiveBooks(groupId, dispatch);
  useEffect(() =>
    on("bookAsked", (anchor) => {
      const opener = document.activeElement as HTMLElement;
      show({ ...anchor, split: false, preview: false });
      afterwards.current = () => opener.focus();
    }), []);

  const { books, open } = state.value;
  useEffect(() => emit("groupBooks", lastReadFirst(books).map(asAnchorBook)), [books]);
  const { note, chapter, failed } = initial.value;
  const opened = open && books.find(({ id }) => id === open.bookId);
  const notedPage = opened ? bookPageAt(opened, open.page) : 0;

  function write({ bookId, page }: Anchor) {
    afterwards.current = () => emit("pageChosen", { bookId, page });
    close(bookId);
  }

  function gone(bookId: string) {
    if (state.value.open) return;
    if (afterwards.current) afterwards.current();
    else sheet.restore(`a[href*="book=${bookId}"]`);
    afterwards.current = undefined;
  }

  return (
    <>
      <Button
        className="books-open"
        icon="book"
        popoverTarget="books"
        aria-label={`Books (${books.length})`}
        data-count={books.length}
      />
      <section
        ref={panel}
        className="books-panel"
        id="books"
        popover={sheet.isPlain ? undefined : "auto"}
        aria-label="Books"
      >
        <BooksHead
          here={here}
          adding={adding.value}
          disabled={isClosed}
          onToggle={() => adding.value = !adding.value}
        />
        {adding.value && (
          <AddBook
            groupId={groupId}
            books={books}
            query={query}
            found={found}
            formKey={formKey}
            failed={failed?.book}
            disabled={isClosed}
            onAdded={(book) => dispatch({ type: "added", book })}
          />
        )}
        {books.length === 0 && <EmptyState picture="books" text={booksTexts.empty} />}
        <BookList books={books} here={here} onOpen={show} />
      </section>
      {open && opened && (
        <BookDialog
          key={opened.id}
          book={opened}
          open={open}
          failed={failed?.page}
          chapter={chapter}
          onShow={show}
          onLeave={close}
          onGone={gone}
          onSaved={saved}
          onProgress={(progress) => dispatch({ type: "progress", progress })}
        >
          <NoteEditor
            key={notedPage}
            place={{ readerId, bookId: opened.id, page: notedPage }}
            label={notesTexts.label(open.page, copyOf(opened).unit)}
            action={notePaths.notes(groupId, opened.id) + openQuery(open)}
            href={here + openQuery(open)}
            loaded={note}
            failed={failed?.note}
          />
          <WriteAboutPage groupId={groupId} anchor={open} onWrite={() => write(open)} />
          <MarginSlot
            groupId={groupId}
            readerId={readerId}
            bookId={opened.id}
            page={open.page}
            unit={opened.edition?.unit ?? "pages"}
            version={opened.progress[0]?.lastReadAt}
          />
        </BookDialog>
      )}
    </>
  );
}

Books.fromHtml = { found: readResults } satisfies FromHtml<Props>;
