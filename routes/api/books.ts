import { z } from "zod";
import { listBooks } from "../../db/books/books.ts";
import { addBook, searchBooks } from "../../server/actions/books/books.ts";
import { removeBook, restoreBook } from "../../server/actions/books/removal.ts";
import { addInterest, removeInterest, updateBook } from "../../server/actions/books/shelf.ts";
import * as booksLimits from "../../server/contract/books/limits.ts";
import { Book, BookQuery, BookResult } from "../../server/contract/books/shapes.ts";
import { found, groupNotFound } from "../../server/errors.ts";
import { operation } from "../../server/operation.ts";

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
  gives: { books: z.array(Book) },
  fails: { 404: ["group_not_found"] },
  async run({ deps, user, params }) {
    const books = await listBooks(deps.db, user.id, {
      groupId: params.groupId,
      interested: booksLimits.shelf.interested,
    });
    return { books: found(books, groupNotFound) };
  },
});

export const books = {
  findBooks,
  readBooks,
  addBook,
  updateBook,
  addInterest,
  removeInterest,
  removeBook,
  restoreBook,
};
