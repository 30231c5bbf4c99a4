import assert from "node:assert/strict";
import { isInGroup } from "../../islands/books/AddBook.tsx";
import { findLaterTurn } from "../../islands/books/progress.ts";
import { booksReducer, type BooksState, currentPage, readOpen } from "../../islands/books/useBooks.ts";
import { openQuery } from "../../server/contract/books/paths.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import type { Progress } from "../../server/contract/reading/shapes.ts";

const result = {
  title: "Emma",
  author: "Jane Austen",
  description: null,
  coverImage: null,
  publishedDate: "1815",
  publisher: null,
  categories: [],
  language: "en",
  isbn: "9780141439587",
  googleBooksId: null,
};
const emma: Book = {
  ...result,
  id: "emma",
  groupId: "g",
  pageCount: 474,
  createdAt: "2026-01-01T00:00:00.000Z",
  user: null,
  progress: [],
  edition: null,
  state: "now",
  position: 0,
  interested: [],
  interestedCount: 0,
  removedAt: null,
};
const at = (currentPage: number, lastReadAt: string): Progress => ({
  place: null,
  bookId: "emma",
  userId: "ada",
  currentPage,
  page: currentPage,
  lastReadAt,
  progress: Math.round(100 * currentPage / 474),
});
const state: BooksState = { books: [emma], open: undefined, adding: false, isFirstView: true, isClosed: false };

Deno.test("a book that comes as answer and over the socket is shown once, the newest first", () => {
  const other = { ...emma, id: "other" };
  const once = booksReducer(state, { type: "added", book: other });
  assert.deepEqual(booksReducer(once, { type: "added", book: other }).books.map(({ id }) => id), ["other", "emma"]);
});

Deno.test("books that are loaded again have a progress that came meanwhile, and the open book stays open", () => {
  const open = { bookId: "emma", page: 90, split: false, preview: false };
  const known = { ...state, books: [{ ...emma, progress: [at(90, "2026-01-02T00:00:00.000Z")] }], open };
  const loaded = [{ ...emma, id: "new" }, { ...emma, progress: [at(10, "2026-01-01T00:00:00.000Z")] }];
  const after = booksReducer(known, { type: "loaded", books: loaded });
  assert.deepEqual(after.books.map((book) => [book.id, currentPage(book)]), [["new", 0], ["emma", 90]]);
  assert.deepEqual(after.open, open);
});

Deno.test("a later progress stays when an earlier one arrives afterwards, and another book's changes nothing", () => {
  const later = booksReducer(state, { type: "progress", progress: at(90, "2026-01-02T00:00:00.000Z") });
  const after = booksReducer(later, { type: "progress", progress: at(10, "2026-01-01T00:00:00.000Z") });
  assert.equal(currentPage(after.books[0]), 90);
  const progress = { ...at(90, "2026-01-02T00:00:00.000Z"), bookId: "other" };
  assert.equal(currentPage(booksReducer(state, { type: "progress", progress }).books[0]), 0);
});

Deno.test("an open book is the same once written to the address and read from it; without a page it opens at the reader's own, and no other book opens", () => {
  const open = { bookId: "emma", page: 12, split: true, preview: true };
  assert.deepEqual(readOpen(openQuery(open), [emma]), open);
  assert.equal(readOpen("?book=emma&page=9999", [emma])?.page, 474);
  assert.equal(readOpen("?book=emma&page=-4", [emma])?.page, 0);
  assert.equal(readOpen("?book=emma&page=abc", [emma])?.page, 0);
  const read = { ...emma, progress: [at(33, "2026-01-02T00:00:00.000Z")] };
  assert.equal(readOpen("?book=emma", [read])?.page, 33);
  assert.equal(readOpen("?book=other", [emma]), undefined);
  assert.equal(readOpen("", [emma]), undefined);
});

Deno.test("a turn after which another page is stored says which, in the unit of the reader's copy", () => {
  const saved = (page: number) => ({ progress: at(page, "2026-01-02T00:00:00.000Z"), message: "" });
  assert.equal(findLaterTurn({ book: emma, page: 40 }, saved(40)), undefined);
  assert.match(findLaterTurn({ book: emma, page: 40 }, saved(90))!, /page 90/);
  const heard = { ...emma, edition: { unit: "minutes" as const, pageCount: 900, points: null } };
  assert.match(findLaterTurn({ book: heard, page: 40 }, saved(90))!, /minute 90/);
});

Deno.test("a search's result counts as in the group by ISBN or Google Books id, and by title and author without them", () => {
  const plain = { ...result, isbn: null, pageCount: 474 };
  assert.equal(isInGroup([{ ...emma, isbn: null }], plain), true);
  assert.equal(isInGroup([{ ...emma, isbn: null }], { ...plain, author: "Another" }), false);
  assert.equal(isInGroup([{ ...emma, isbn: null }], { ...plain, isbn: "9780141439587" }), false);
  assert.equal(isInGroup([emma], { ...result, pageCount: 474 }), true);
  assert.equal(isInGroup([emma], { ...result, isbn: null, pageCount: 474 }), false);
  assert.equal(
    isInGroup([{ ...emma, googleBooksId: "g1" }], { ...result, isbn: null, googleBooksId: "g1", pageCount: 1 }),
    true,
  );
});
