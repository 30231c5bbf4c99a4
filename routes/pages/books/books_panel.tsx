import { findNote } from "../../../db/notes/notes.ts";
import { listChapters } from "../../../db/reading/chapters.ts";
import type { FailedBooksForm } from "../../../islands/BookParts.tsx";
import { Books } from "../../../islands/Books.tsx";
import { OpenBooks } from "../../../islands/OpenBooks.tsx";
import type { BookSearch } from "../../../islands/books/BookSearch.tsx";
import { readOpen } from "../../../islands/books/useBooks.ts";
import { searchBooks } from "../../../server/actions/books/books.ts";
import { booksPanel as limits } from "../../../server/contract/books/limits.ts";
import { type Book, BookQuery } from "../../../server/contract/books/shapes.ts";
import { booksTexts } from "../../../server/contract/books/texts.ts";
import { conversationTexts } from "../../../server/contract/groups/conversation_texts.ts";
import { ownTexts } from "../../../server/contract/groups/kind_texts.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { settingsTexts } from "../../../server/contract/groups/settings_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { chapterAt } from "../../../server/contract/reading/chapters.ts";
import { bookPageAt, chaptersInCopy } from "../../../server/contract/reading/positions.ts";
import { parse } from "../../../server/http/validate.ts";
import { missingBook } from "./missing_book.ts";
import { Island } from "../../layout/Island.tsx";
import { type C, failures, LoadError, type TabContent, tryLoad } from "../../layout/page.tsx";

export async function booksPanel(
  c: C,
  { id: groupId, kind }: Group,
  { books: loading, mayAdd, formKey, failed }: {
    books: Promise<Book[] | undefined>;
    mayAdd?: boolean;
    formKey: string;
    failed?: FailedBooksForm;
  },
): Promise<TabContent> {
  const books = await loading;
  const whyNot = kind === "direct" ? conversationTexts.isClosed : settingsTexts.organizersOnly.shelf;
  const closed = mayAdd ? undefined : whyNot;
  if (!books) {
    const { loadFailed } = booksTexts;
    return { content: <LoadError text={loadFailed} href={groupPaths.group(groupId)} />, toasts: failures(loadFailed) };
  }
  const open = readOpen(new URL(c.req.url).search, books);
  const asked = failed || open ? undefined : c.req.query("book") || undefined;
  const opened = open && books.find(({ id }) => id === open.bookId);
  const [note, chapter, searched, missing] = await Promise.all([
    opened && readNote(c, opened.id, bookPageAt(opened, open.page)),
    opened && readChapter(c, opened, open.page),
    searchSources(c),
    asked && missingBook(c, asked),
  ]);
  const adding = !closed && (searched !== undefined || c.req.query("add") !== undefined);
  const props = {
    groupId,
    readerId: c.var.user.id,
    books: withShortDescriptions(books, open?.bookId),
    adding,
    query: searched?.query,
    found: searched?.found,
    closed,
    open,
    note,
    chapter,
    formKey,
    failed,
    words: kind === "own" ? ownTexts.books : undefined,
  };
  return {
    content: <Island of={open || adding ? OpenBooks : Books} props={props} />,
    styles: [
      ...(books.some(({ state }) => state !== "now") ? ["books-parts" as const] : []),
      ...(open ? ["book-page" as const] : []),
      ...(adding ? ["books-add" as const] : []),
    ],
    toasts: failures(
      missing,
      searched?.found === null && booksTexts.searchFailed,
    ),
  };
}

async function readNote(c: C, bookId: string, pageNumber: number) {
  const found = await tryLoad(c, () => findNote(c.var.deps.db, c.var.user.id, { bookId, pageNumber }));
  return found?.note ?? null;
}

async function readChapter(c: C, book: Book, page: number) {
  const chapters = await tryLoad(c, () => listChapters(c.var.deps.db, c.var.user.id, book.id));
  return chapters && chapterAt(chaptersInCopy(book, chapters), page)?.title;
}

/** For what the address of a page asks. */
export async function searchSources(c: C): Promise<BookSearch | undefined> {
  const { query } = parse(BookQuery, { query: c.req.query("query") });
  if (!query) return undefined;
  return { query, found: await tryLoad(c, () => searchBooks(c.var.deps, c.var.user, query)) ?? null };
}

/**
 * Books for the panel, which is on every page of their group: their descriptions share its room, whatever members have
 * written. That of an open one is whole.
 */
export function withShortDescriptions(books: Book[], openId?: string): Book[] {
  const { descriptions, description } = limits;
  const longest = Math.max(description, Math.floor(descriptions / books.length));
  return books.map((book) =>
    book.id === openId ? book : { ...book, description: beginning(book.description, longest) }
  );
}

const beginning = (text: string | null, length: number): string | null =>
  text === null || text.length <= length ? text : `${text.slice(0, length).replace(/\p{Cs}$/u, "")}…`;
