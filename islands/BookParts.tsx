import { type ComponentProps, useEffect, useState } from "react";
import { openQuery } from "../server/contract/books/paths.ts";
import type { Anchor, Message } from "../server/contract/chat/shapes.ts";
import { chatPaths } from "../server/contract/chat/paths.ts";
import { openedTexts } from "../server/contract/chat/message_texts.ts";
import { anchorsTexts } from "../server/contract/chat/texts.ts";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { notePaths } from "../server/contract/notes/paths.ts";
import { notesTexts } from "../server/contract/notes/texts.ts";
import { tabTexts } from "../server/contract/reading/book_page_texts.ts";
import { groupPaceTexts } from "../server/contract/reading/group_pace.ts";
import { readingPaths } from "../server/contract/reading/paths.ts";
import { bookPageAt, copyOf } from "../server/contract/reading/positions.ts";
import { bookPageTexts } from "../server/contract/reading/texts.ts";
import { BookDialog } from "./books/BookDialog.tsx";
import { Finished, isAtEnd } from "./books/Finished.tsx";
import type { FailedBook } from "./books/AddManually.tsx";
import type { FailedPage } from "./books/PageStepper.tsx";
import type { FailedNote } from "./notes/open_note.ts";
import type { Note } from "../server/contract/notes/shapes.ts";
import { NoteEditor } from "./notes/NoteEditor.tsx";
import { on } from "./runtime/events.ts";
import { late } from "./runtime/late.ts";
import { hasIsland } from "./runtime/markers.ts";
import { Icon } from "./ui/Icon.tsx";
import { intercept } from "./ui/intercept.ts";

const loadBeside = late(() => import("./BookBeside.tsx"));

export { AddBook } from "./books/AddBook.tsx";

/** One of the forms that failed without script. */
export interface FailedBooksForm {
  book?: FailedBook;
  page?: FailedPage;
  note?: FailedNote;
}

export interface FirstView {
  /** Null where it could not be loaded. */
  note?: Note | null;
  chapter?: string;
  failed?: FailedBooksForm;
}

interface OpenedProps extends Omit<ComponentProps<typeof BookDialog>, "failed" | "chapter" | "beside" | "children"> {
  readerId: string;
  first: FirstView;
  onWrite: () => void;
}

export function OpenedBook({ readerId, first, onWrite, ...dialog }: OpenedProps) {
  const { book, open } = dialog;
  const { id, groupId } = book;
  const copy = copyOf(book);
  const notedPage = bookPageAt(book, open.page);
  const query = openQuery(open);
  return (
    <BookDialog
      {...dialog}
      failed={first.failed?.page}
      chapter={first.chapter}
      beside={<WithGroup dialog={dialog} readerId={readerId} onWrite={onWrite} />}
    >
      <Finished book={book} />
      <OpenedMessages groupId={groupId} bookId={id} />
      <NoteEditor
        key={notedPage}
        place={{ readerId, bookId: id, page: notedPage }}
        label={notesTexts.label(open.page, copy.unit)}
        action={notePaths.notes(groupId, id) + query}
        href={groupPaths.group(groupId) + query}
        loaded={first.note}
        failed={first.failed?.note}
      />
    </BookDialog>
  );
}

interface WithGroupProps extends Pick<OpenedProps, "readerId" | "onWrite"> {
  dialog: Pick<OpenedProps, "book" | "open">;
}

/** Where the others are, what they wrote about this page, and the ways to the page of the book. */
function WithGroup({ dialog: { book, open }, readerId, onWrite }: WithGroupProps) {
  const { id, groupId } = book;
  const { unit } = copyOf(book);
  const [loaded, setLoaded] = useState<typeof import("./BookBeside.tsx")>();
  const [hasNotes, setHasNotes] = useState(false);
  useEffect(() => {
    loadBeside().then(setLoaded, console.error);
  }, []);
  const shown = { readerId, bookId: id, unit };
  return (
    <>
      <h3>{groupPaceTexts.title}</h3>
      <nav className="book-tabs-links" aria-label={bookPageTexts.title}>
        {(["notes", "questions", "talk"] as const).map((tab) => (
          <a key={tab} href={readingPaths.bookPage(groupId, id, tab)}>{tabTexts[tab]}</a>
        ))}
        <WriteAboutPage groupId={groupId} anchor={open} onWrite={onWrite} />
      </nav>
      <div className="margin-slot">
        {loaded && (
          <loaded.PageNotes
            groupId={groupId}
            page={open.page}
            version={book.progress[0]?.lastReadAt}
            onLoaded={() => setHasNotes(true)}
            {...shown}
          />
        )}
      </div>
      {loaded && <loaded.GroupPace isShown={hasNotes} hasFinished={isAtEnd(book)} {...shown} />}
    </>
  );
}

/** What the reader's last turn has opened in the chat. */
function OpenedMessages({ groupId, bookId }: { groupId: string; bookId: string }) {
  const [opened, setOpened] = useState<Message[]>([]);
  useEffect(
    () =>
      on(
        "messagesUnveiled",
        ({ messages }) => setOpened(messages.filter(({ anchor, veiled }) => anchor?.bookId === bookId && !veiled)),
      ),
    [],
  );
  return (
    <p className="book-opened" role="status">
      {opened.length > 0 && (
        <a href={chatPaths.messageAt(groupId, opened[0].seq)}>{openedTexts.messages(opened.length)}</a>
      )}
    </p>
  );
}

interface WriteAboutPageProps {
  groupId: string;
  anchor: Anchor;
  onWrite: () => void;
}

const WriteAboutPage = ({ groupId, anchor, onWrite }: WriteAboutPageProps) => (
  <a
    className="page-link"
    href={chatPaths.aboutPage(groupId, anchor)}
    onClick={hasIsland("Chat") ? intercept(onWrite) : undefined}
  >
    <Icon name="chat" />
    {anchorsTexts.writeAboutPage}
  </a>
);
