import { z } from "zod";
import { listBooks } from "../../db/books/books.ts";
import { listPanel } from "../../db/books/panel.ts";
import { addBook, searchBooks } from "../../server/actions/books/books.ts";
import { removeBook, restoreBook } from "../../server/actions/books/removal.ts";
import { searchText } from "../../server/actions/books/text_search.ts";
import { addInterest, removeInterest, updateBook } from "../../server/actions/books/shelf.ts";
import { bringText, readText, readTextPart, removeText } from "../../server/actions/books/texts.ts";
import { bringTexts } from "../../server/contract/books/bring_texts.ts";
import * as booksLimits from "../../server/contract/books/limits.ts";
import { Book, BookQuery, BookResult, PanelQuery } from "../../server/contract/books/shapes.ts";
import { TextHits, TextSearchQuery } from "../../server/contract/books/text_shapes.ts";
import { found, groupNotFound } from "../../server/errors.ts";
import type { CallDoor } from "../../server/http/call_door.ts";
import { operation } from "../../server/operation.ts";
import { receiveText } from "./books_files.ts";

const findBooks = operation({
  call: "GET /books/search",
  summary: "Searches the sources for books, at most 20",
  access: "signedIn",
  takes: BookQuery,
  gives: { books: z.array(BookResult) },
  fails: { 503: ["sources_unavailable"] },
  run: async ({ deps, user }, { query }) => ({ books: await searchBooks(deps, user, query) }),
});

const readBooks = operation({
  call: "GET /books/groups/:groupId/books",
  summary: "The books of a group",
  access: "member",
  takes: PanelQuery,
  gives: { books: z.array(Book) },
  fails: { 404: ["group_not_found"] },
  async run({ deps, user, params: { groupId } }, { panel }) {
    const books = panel === undefined
      ? await listBooks(deps.db, user.id, { groupId, interested: booksLimits.shelf.interested })
      : await listPanel(deps.db, user.id, { groupId, openId: panel });
    return { books: found(books, groupNotFound) };
  },
});

const findInText = operation({
  call: "GET /books/:bookId/text/search",
  summary: "Searches the text of a book up to where the caller is",
  access: "member",
  takes: TextSearchQuery,
  gives: TextHits,
  fails: { 404: ["text_not_found"] },
  run: ({ deps, user, params: { bookId } }, input) => searchText(deps, user, { ...input, bookId }),
});

export const booksDoors: Partial<Record<keyof typeof books, CallDoor>> = {
  bringText: {
    respond: async (c) => c.json({ message: bringTexts.brought, text: await receiveText(c) }, 202),
  },
};

export const books = {
  findBooks,
  readBooks,
  readText,
  readTextPart,
  findInText,
  addBook,
  updateBook,
  addInterest,
  removeInterest,
  removeBook,
  restoreBook,
  bringText,
  removeText,
};
