import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { asAnchorBook } from "../server/contract/chat/anchors.ts";
import type { Anchor } from "../server/contract/chat/shapes.ts";
import { type OpenBook, openQuery } from "../server/contract/books/paths.ts";
import type { Book } from "../server/contract/books/shapes.ts";
import type { FailedBook } from "./books/AddManually.tsx";
import type { BookSearch } from "./books/BookSearch.tsx";
import { BooksPanel } from "./books/BooksPanel.tsx";
import { BookDialog } from "./books/BookDialog.tsx";
import type { FailedPage } from "./books/PageStepper.tsx";
import { lastReadFirst, useBooks } from "./books/useBooks.ts";
import { NoteEditor } from "./notes/NoteEditor.tsx";
import type { FailedNote } from "./notes/open_note.ts";
import { PageNotesSlot } from "./notes/PageNotesSlot.tsx";
import { emit, on } from "./runtime/events.ts";
import { Button, LinkButton } from "./ui/Button.tsx";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { notePaths } from "../server/contract/notes/paths.ts";
import type { Note } from "../server/contract/notes/shapes.ts";
import { notesTexts } from "../server/contract/notes/texts.ts";
import { bookPageAt, copyOf } from "../server/contract/reading/positions.ts";
import { hasIsland } from "./runtime/markers.ts";
import { intercept } from "./ui/intercept.ts";
import { chatPaths } from "../server/contract/chat/paths.ts";
import { anchorsTexts } from "../server/contract/chat/texts.ts";

/** One of the forms that failed without script. */
export interface FailedBooksForm {
  book?: FailedBook;
  page?: FailedPage;
  note?: FailedNote;
}

interface FirstView {
  /** Null where it could not be loaded. */
  note?: Note | null;
  chapter?: string;
  failed?: FailedBooksForm;
}

interface Props extends FirstView {
  groupId: string;
  readerId: string;
  books: Book[];
  adding: boolean;
  query?: string;
  found?: BookSearch["found"];
  open?: OpenBook;
  formKey: string;
}

export function Books({ groupId, readerId, query, found, formKey, ...props }: Props) {
  const panel = useRef<HTMLElement>(null);
  const sheet = useSheet(panel, props.adding);
  const { store, state, show, close, saved } = useBooks(groupId, props, sheet.remember);
  const { books, open, adding, isFirstView, isClosed } = state;
  const first: FirstView = isFirstView ? props : {};
  const afterwards = useRef<() => void>(undefined);
  useEffect(() =>
    on("bookAsked", (anchor) => {
      const opener = document.activeElement as HTMLElement;
      show({ ...anchor, split: false, preview: false });
      afterwards.current = () => opener.focus();
    }), []);
  useEffect(() => emit("groupBooks", lastReadFirst(books).map(asAnchorBook)), [books]);

  function write({ bookId, page }: Anchor) {
    afterwards.current = () => emit("pageChosen", { bookId, page });
    close(bookId);
  }

  function gone(bookId: string) {
    if (store.getState().open) return;
    if (afterwards.current) afterwards.current();
    else sheet.restore(`a[href*="book=${bookId}"]`);
    afterwards.current = undefined;
  }

  const opened = open && books.find(({ id }) => id === open.bookId);
  return (
    <>
      <OpenButton count={books.length} />
      <BooksPanel
        ref={panel}
        groupId={groupId}
        books={books}
        isPlain={sheet.isPlain}
        adding={adding}
        search={{ query, found, formKey, failed: first.failed?.book }}
        disabled={isClosed}
        onToggle={() => store.dispatch({ type: "adding", adding: !adding })}
        onAdded={(book) => store.dispatch({ type: "added", book })}
        onOpen={show}
      />
      {open && opened && (
        <OpenedBook
          key={opened.id}
          book={opened}
          open={open}
          readerId={readerId}
          first={first}
          onShow={show}
          onLeave={close}
          onGone={gone}
          onSaved={saved}
          onProgress={(progress) => store.dispatch({ type: "progress", progress })}
          onWrite={() => write(open)}
        />
      )}
    </>
  );
}

const OpenButton = ({ count }: { count: number }) => (
  <Button className="books-open" icon="book" popoverTarget="books" aria-label={`Books (${count})`} data-count={count} />
);

interface OpenedProps extends Omit<ComponentProps<typeof BookDialog>, "failed" | "chapter" | "children"> {
  readerId: string;
  first: FirstView;
  onWrite: () => void;
}

function OpenedBook({ readerId, first, onWrite, ...dialog }: OpenedProps) {
  const { book, open } = dialog;
  const { id, groupId } = book;
  const copy = copyOf(book);
  const notedPage = bookPageAt(book, open.page);
  const query = openQuery(open);
  return (
    <BookDialog {...dialog} failed={first.failed?.page} chapter={first.chapter}>
      <NoteEditor
        key={notedPage}
        place={{ readerId, bookId: id, page: notedPage }}
        label={notesTexts.label(open.page, copy.unit)}
        action={notePaths.notes(groupId, id) + query}
        href={groupPaths.group(groupId) + query}
        loaded={first.note}
        failed={first.failed?.note}
      />
      <WriteAboutPage groupId={groupId} anchor={open} onWrite={onWrite} />
      <PageNotesSlot
        groupId={groupId}
        readerId={readerId}
        bookId={id}
        page={open.page}
        unit={copy.unit}
        version={book.progress[0]?.lastReadAt}
      />
    </BookDialog>
  );
}

const isNarrow = () => matchMedia("(width < 45rem)");

/** @param open whether the server left it open: markup cannot open a popover, so it is a plain box at first */
function useSheet(panel: RefObject<HTMLElement | null>, open: boolean) {
  const [isPlain, setIsPlain] = useState(open);
  const wasOpen = useRef(false);
  const isOpen = () => panel.current!.matches(":popover-open");

  useEffect(() => setIsPlain(false), []);
  useEffect(() => {
    if (open && !isPlain && isNarrow().matches && !isOpen()) panel.current!.showPopover();
  }, [isPlain]);
  useEffect(() => {
    const narrow = isNarrow();
    const widened = () => !narrow.matches && isOpen() && panel.current!.hidePopover();
    narrow.addEventListener("change", widened);
    return () => narrow.removeEventListener("change", widened);
  }, []);

  return {
    isPlain,
    remember: () => void (wasOpen.current = isOpen()),
    restore(opener: string) {
      if (wasOpen.current) panel.current!.showPopover();
      wasOpen.current = false;
      const link = panel.current!.querySelector<HTMLElement>(opener);
      const button = panel.current!.parentElement!.querySelector<HTMLElement>("[popovertarget]");
      (link?.checkVisibility() ? link : button)?.focus();
    },
  };
}

interface WriteAboutPageProps {
  groupId: string;
  anchor: Anchor;
  onWrite: () => void;
}

const WriteAboutPage = ({ groupId, anchor, onWrite }: WriteAboutPageProps) => (
  <LinkButton
    className="write-about-page"
    icon="chat"
    href={chatPaths.aboutPage(groupId, anchor)}
    onClick={hasIsland("Chat") ? intercept(onWrite) : undefined}
  >
    {anchorsTexts.writeAboutPage}
  </LinkButton>
);
