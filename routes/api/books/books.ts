import * as actions from "../../../server/actions/books/books.ts";
import { z } from "zod";
import { Book, BookResult, Progress } from "../../../server/contract/books/answers_books.ts";
import { described } from "../../../server/http/describe.ts";
import { listBooks } from "../../../db/books/books.ts";
import { saveProgress } from "../../../server/actions/reading/progress.ts";
import { BookQuery, NewBook, ProgressUpdate } from "../../../server/contract/books/books.ts";
import { found, groupNotFound } from "../../../server/errors.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { router } from "../../../server/http/router.ts";
import { json, query } from "../../../server/http/validate.ts";
import { booksTexts } from "../../../server/contract/books/texts.ts";
import { progressTexts } from "../../../server/contract/reading/texts.ts";

export const books = router();

books.get(
  "/search",
  described("Searches the sources for books, at most 20", { books: z.array(BookResult) }),
  signedIn,
  query(BookQuery),
  async (c) => c.json({ books: await actions.searchBooks(c.var.deps, c.var.user, c.req.valid("query").query) }),
);

books.get(
  "/groups/:groupId/books",
  described("The books of a group", { books: z.array(Book) }),
  signedIn,
  async (c) => {
    const books = await listBooks(c.var.deps.db, c.var.user.id, c.req.param("groupId"));
    return c.json({ books: found(books, groupNotFound) });
  },
);

books.post(
  "/groups/:groupId/books",
  described("Adds a book", { message: z.string(), book: Book }, { status: 201 }),
  signedIn,
  json(NewBook),
  async (c) => {
    const book = await actions.addBook(c.var.deps, c.var.user, c.req.param("groupId"), c.req.valid("json"));
    return c.json({ message: booksTexts.addedToGroup, book }, 201);
  },
);

books.put(
  "/:bookId/progress",
  described("Turns to a page", { message: z.string(), progress: Progress }),
  signedIn,
  json(ProgressUpdate),
  async (c) => {
    const { timeZone } = readerLocale(c);
    const update = { ...c.req.valid("json"), bookId: c.req.param("bookId"), timeZone };
    const progress = await saveProgress(c.var.deps, c.var.user, update);
    return c.json({ message: progressTexts.updated, progress });
  },
);
