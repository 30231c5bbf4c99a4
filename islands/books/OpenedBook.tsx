import type { ComponentProps } from "react";
import { openQuery } from "../../server/contract/books/paths.ts";
import { bookPageAt, copyOf } from "../../server/contract/reading/positions.ts";
import { NoteEditor } from "../notes/NoteEditor.tsx";
import { PageNotesSlot } from "../notes/PageNotesSlot.tsx";
import { BookDialog } from "./BookDialog.tsx";
import type { FirstView } from "./reducer.ts";
import { WriteAboutPage } from "./WriteAboutPage.tsx";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { notePaths } from "../../server/contract/notes/paths.ts";
import { notesTexts } from "../../server/contract/notes/texts.ts";

interface Props extends Omit<ComponentProps<typeof BookDialog>, "failed" | "chapter" | "children"> {
  readerId: string;
  first: FirstView;
  onWrite: () => void;
}

export function OpenedBook({ readerId, first, onWrite, ...dialog }: Props) {
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
