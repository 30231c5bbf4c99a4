import assert from "node:assert/strict";
import {
  type CatalogueBook,
  findStarterShelfVersion,
  replaceStarterShelf,
  searchCatalogue,
  storeBatch,
} from "../../../db/books/catalogue.ts";
import type { Db } from "../../../db/engine/client.ts";
import { searchable } from "../../../db/engine/searchable.ts";
import { plansOf, test } from "../../support/db.ts";

const book = (title: string, author: string | null = null, more: Partial<CatalogueBook> = {}): CatalogueBook => ({
  title,
  author,
  description: null,
  pageCount: null,
  publishedDate: null,
  publisher: null,
  categories: [],
  language: null,
  isbn: null,
  googleBooksId: null,
  ...more,
});
const position = { fingerprint: "list", name: "list.csv", lines: 1, counts: {}, finishedAt: null };
const store = (db: Db, ...books: CatalogueBook[]) =>
  storeBatch(db, { entries: books.map((book) => ({ book })), authors: [], position });
let version = 0;
/** As a later version of the shelf than those before. */
const shelve = (db: Db, ...books: CatalogueBook[]) =>
  replaceStarterShelf(db, books.map((book) => ({ book })), { version: ++version, now: 0 });
const titles = async (db: Db, query: string) => (await searchCatalogue(db, query)).map(({ title }) => title);

Deno.test("searchable text consists of lower-case letters, digits and single blanks, without accents and punctuation", () => {
  const folds = {
    "Élémens de Géométrie": "elemens de geometrie",
    "L’Étranger": "l etranger",
    "Schrödinger's Cat": "schrodingers cat",
    "Bjørnstjerne Łukasiewicz, Đorđević; Þórbergur": "bjornstjerne lukasiewicz dordevic thorbergur",
    "STRASSE, Straße, Œuvre, Æsop": "strasse strasse oeuvre aesop",
    "İstanbul ıssız": "istanbul issiz",
    "ΌΣΟΣ όσος": "οσοσ οσοσ",
    "C++ & C# in 24 hrs (#1)": "cplusplus csharp in 24 hrs 1",
    "Война и мир": "воина и мир",
    "  ﬁne—print…  ": "fine print",
  };
  for (const [text, expected] of Object.entries(folds)) assert.equal(searchable(text), expected);
});

test.empty("books are found by the first letters of words in title, author, publisher and subject, in any order", async ({ db }) => {
  await store(
    db,
    book("Principles of Mathematical Analysis", "Walter Rudin", {
      publisher: "McGraw-Hill",
      categories: ["Mathematics"],
    }),
    book("Logic", "Jan Łukasiewicz"),
  );
  for (const query of ["rudin", "RUD princ", "analysis walter", "mcgraw", "hill math", "principles of m"]) {
    assert.deepEqual(await titles(db, query), ["Principles of Mathematical Analysis"], query);
  }
  for (const query of ["lukasiewicz", "ŁUKAS", "łukasiewicz logic"]) {
    assert.deepEqual(await titles(db, query), ["Logic"]);
  }
  assert.deepEqual(await titles(db, "rudin logic"), []);
});

test.empty("titles that begin with the query come first, and whole words before beginnings of words", async ({ db }) => {
  await store(
    db,
    book("Articles of Faith"),
    book("A History of Art"),
    book("Art and Illusion"),
    book("Modern Artists"),
    book("Poems", "Art Blakey"),
  );
  const expected = ["Art and Illusion", "A History of Art", "Poems", "Articles of Faith", "Modern Artists"];
  assert.deepEqual(await titles(db, "art"), expected);
});

test.empty("a book is found by its ISBN with ten or thirteen digits, with any separators", async ({ db }) => {
  await store(db, book("Rudin", null, { isbn: "9780070542358" }), book("9780070542358 is no title"));
  for (const query of ["9780070542358", "978-0-07-054235-8", "0-07-054235-X", "007054235x", "ISBN 0 07 054235 X"]) {
    assert.deepEqual(await titles(db, query), ["Rudin"], query);
  }
});

test.empty("at most twenty books are found, and blank or hostile queries find none without an error", async ({ db }) => {
  await store(db, ...Array.from({ length: 50 }, (_, n) => book(`Book ${n}`)));
  const found = await titles(db, "book");
  assert.deepEqual([found.length, new Set(found).size], [20, 20]);
  const hostile = [
    "",
    "  ",
    '"',
    "*",
    "^",
    "title_words:",
    '" OR "',
    "NEAR(",
    "\0",
    "\ud800",
    "🙂",
    "'; drop table books; --",
  ];
  for (const query of [...hostile, "x".repeat(100_000), "y ".repeat(5000)]) {
    assert.deepEqual(await titles(db, query), []);
  }
  assert.equal((await titles(db, "BOOK AND")).length, 0);
});

test.empty("storing a list again changes nothing; later details replace earlier ones, but missing ones do not", async ({ db }) => {
  const known = book("Rudin", "W. Rudin", { isbn: "9780070542358", pageCount: 342, categories: ["Mathematics"] });
  assert.deepEqual(await store(db, known, book("Other")), { added: 2, changed: 0, same: 0 });
  assert.deepEqual(await store(db, known, book("Other")), { added: 0, changed: 0, same: 2 });
  const later = book("Principles", "Walter Rudin", { isbn: "9780070542358" });
  assert.deepEqual(await store(db, later), { added: 0, changed: 1, same: 0 });
  const [found] = await searchCatalogue(db, "principles walter");
  assert.deepEqual(found, { ...later, pageCount: 342, categories: ["Mathematics"] });
  assert.deepEqual(await titles(db, "w rudin"), ["Principles"]);
});

test.empty("books without an ISBN are one where title, author, publisher and date are the same", async ({ db }) => {
  const editions = ["1976", "1964"].map((publishedDate) => book("Analysis", "Rudin", { publishedDate }));
  assert.deepEqual(await store(db, ...editions), { added: 2, changed: 0, same: 0 });
  const again = book("ANALYSIS", "rudin", { publishedDate: "1976", pageCount: 342 });
  assert.deepEqual(await store(db, again), { added: 0, changed: 1, same: 0 });
});

test.empty("an operator's list does not change the shelf's books, which are found first", async ({ db }) => {
  const isbn = "9780070542358";
  await shelve(db, book("Analysis", "Walter Rudin", { isbn, pageCount: 342 }));
  await store(db, book("Analisys", "Rudin", { isbn, pageCount: 1 }), book("Analysis for Fun", "Rudin"));
  assert.deepEqual((await searchCatalogue(db, "rudin")).map(({ pageCount }) => pageCount), [342, null]);
});

test.empty("a book removed from the shelf is deleted, and one added to it replaces an operator's", async ({ db }) => {
  await store(db, book("analysis", "rudin", { isbn: "9780070542358" }), book("Other"));
  await shelve(db, book("Old"));
  await shelve(db, book("Analysis", "Rudin", { isbn: "9780070542358" }), book("New"));
  assert.deepEqual(await titles(db, "old"), []);
  for (const title of ["New", "Analysis", "Other"]) assert.deepEqual(await titles(db, title), [title]);
});

test.empty("a search reads indexes in order: no table is scanned and nothing is sorted", async ({ db }) => {
  const plans = await plansOf(db, async () => {
    for (const query of ["nobody has it", "9780070542358"]) assert.deepEqual(await titles(db, query), []);
  });
  assert.equal(plans.length, 5);
  for (const detail of plans.flat()) {
    assert.match(detail, /^SEARCH catalogue USING |^SCAN catalogue_words VIRTUAL TABLE INDEX \d+:M\d+$/);
  }
});

test.empty("an earlier version of the shelf replaces nothing of a later one, and the same version nothing either", async ({ db }) => {
  const shelve = (version: number, ...books: CatalogueBook[]) =>
    replaceStarterShelf(db, books.map((book) => ({ book })), { version, now: 0 });
  await shelve(10, book("Emma"), book("Persuasion"));
  for (const version of [9, 10]) await shelve(version, book("Emma", "Jane Austin"), book("Sanditon"));
  const expected = [["Emma"], ["Persuasion"], []];
  assert.deepEqual([await titles(db, "Emma"), await titles(db, "Persuasion"), await titles(db, "Sanditon")], expected);
  assert.deepEqual(await titles(db, "Austin"), []);
  assert.equal(await findStarterShelfVersion(db), 10);
  await shelve(11, book("Sanditon"));
  assert.deepEqual([await titles(db, "Emma"), await titles(db, "Sanditon")], [[], ["Sanditon"]]);
});
