import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";

const folder = new URL("../../db/starter_shelf/", import.meta.url);
const header = "title,authors,publisher,publishedDate,pageCount,edition,isbn13,language,categories";

type Row = Record<
  "title" | "authors" | "publisher" | "publishedDate" | "pageCount" | "edition" | "isbn13" | "language" | "categories",
  string
>;

const files = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) => name.endsWith(".csv")).sort();
const texts = files.map((name) => Deno.readTextFileSync(new URL(name, folder)));
const subjects = texts.map((text) => parse(text, { columns: true }) as Row[]);
const books = subjects.flat();

Deno.test("every subject's file starts with the shelf's columns and ends its lines with LF", () => {
  texts.forEach((text, i) => {
    assert.equal(text.slice(0, text.indexOf("\n")), header, files[i]);
    assert.ok(!text.includes("\r") && text.endsWith("\n"), files[i]);
  });
});

Deno.test("the shelf holds at least 250 books, and at least 12 of each of its 13 subjects", () => {
  assert.equal(files.length, 13);
  assert.ok(books.length >= 250, `${books.length} books`);
  subjects.forEach((rows, i) => assert.ok(rows.length >= 12, `${files[i]}: ${rows.length}`));
});

Deno.test("only a book's ISBN may be missing", () => {
  for (const book of books) {
    const empty = Object.entries(book).filter(([column, value]) => value === "" && column !== "isbn13");
    assert.deepEqual(empty, [], book.title);
  }
});

Deno.test("every text is in Unicode NFC, without blanks at its ends or in its lists", () => {
  for (const book of books) {
    for (const value of Object.values(book)) assert.equal(value, value.normalize("NFC").trim());
    for (const list of [book.authors, book.categories]) assert.match(list, /^[^; ][^;]*(; [^; ][^;]*)*$/, book.title);
  }
});

Deno.test("every book has a plausible year, number of pages, language and one to three categories", () => {
  for (const { title, publishedDate, pageCount, language, categories } of books) {
    assert.match(publishedDate, /^\d{4}$/, title);
    assert.ok(+publishedDate >= 1450 && +publishedDate <= new Date().getFullYear(), `${title}: ${publishedDate}`);
    assert.match(pageCount, /^[1-9]\d*$/, title);
    assert.ok(+pageCount >= 16 && +pageCount <= 3500, `${title}: ${pageCount}`);
    assert.match(language, /^[a-z]{2}$/, title);
    assert.ok(categories.split("; ").length <= 3, title);
  }
});

Deno.test("every book's first category is its file's subject", () => {
  subjects.forEach((rows, i) => rows.forEach((b) => assert.equal(subjectOf(b) + ".csv", files[i], b.title)));
});

Deno.test("the shelf holds at least a dozen open textbooks, including OpenStax's", () => {
  const open = books.filter((book) => book.categories.split("; ").includes("Open Textbooks"));
  assert.ok(open.length >= 12, `${open.length} open textbooks`);
  const byOpenStax = books.filter((book) => book.publisher === "OpenStax");
  assert.ok(byOpenStax.length > 0 && byOpenStax.every((book) => open.includes(book)));
});

Deno.test("every ISBN has the right check digit and is on the shelf once", () => {
  const isbns = books.map((book) => book.isbn13).filter((isbn) => isbn !== "");
  for (const isbn of isbns) assert.ok(/^97[89]\d{10}$/.test(isbn) && weightedSum(isbn) % 10 === 0, isbn);
  assert.equal(new Set(isbns).size, isbns.length);
});

Deno.test("no title by the same authors is on the shelf twice", () => {
  const keys = books.map(({ title, authors }) => `${title} / ${authors}`.toLowerCase());
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), []);
});

const subjectOf = (book: Row) => book.categories.split("; ")[0].toLowerCase();

const weightedSum = (isbn: string) => [...isbn].reduce((sum, digit, i) => sum + +digit * (i % 2 ? 3 : 1), 0);
