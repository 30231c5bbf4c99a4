import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";

const folder = new URL("../../../db/starter_shelf/", import.meta.url);
const header = "title,authors,publisher,publishedDate,pageCount,edition,isbn13,language,categories";
const files = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) => name.endsWith(".csv")).sort();
const texts = files.map((name) => Deno.readTextFileSync(new URL(name, folder)));
const subjects = texts.map((text) => parse(text, { columns: true }) as Record<string, string>[]);
const books = subjects.flat();
const categoriesOf = ({ categories }: Record<string, string>) => categories.split("; ");

Deno.test("each of the shelf's 13 files has its columns, lines that end with LF, and at least 12 books of its subject, 250 in all", () => {
  assert.ok(files.length === 13 && books.length >= 250, `${books.length} books`);
  for (const [i, text] of texts.entries()) {
    assert.ok(text.startsWith(`${header}\n`) && !text.includes("\r") && text.endsWith("\n"), files[i]);
    assert.ok(subjects[i].length >= 12, files[i]);
    for (const book of subjects[i]) assert.equal(`${categoriesOf(book)[0].toLowerCase()}.csv`, files[i], book.title);
  }
});

Deno.test("a book has all texts but for its ISBN, in Unicode NFC, without blanks at their ends or in lists, and plausible numbers", () => {
  for (const { isbn13: _, ...book } of books) {
    const { title, publishedDate, pageCount, language } = book;
    for (const value of Object.values(book)) assert.ok(value !== "" && value === value.normalize("NFC").trim(), title);
    for (const list of [book.authors, book.categories]) assert.match(list, /^[^; ][^;]*(; [^; ][^;]*)*$/, title);
    assert.ok(/^\d{4}$/.test(publishedDate) && +publishedDate >= 1450, `${title}: ${publishedDate}`);
    assert.ok(+publishedDate <= new Date().getFullYear(), `${title}: ${publishedDate}`);
    assert.ok(/^[1-9]\d*$/.test(pageCount) && +pageCount >= 16 && +pageCount <= 3500, `${title}: ${pageCount}`);
    assert.match(language, /^[a-z]{2}$/, title);
    assert.ok(categoriesOf(book).length <= 3, title);
  }
});

Deno.test("the shelf holds at least a dozen open textbooks, including OpenStax's", () => {
  const open = books.filter((book) => categoriesOf(book).includes("Open Textbooks"));
  assert.ok(open.length >= 12, `${open.length} open textbooks`);
  const byOpenStax = books.filter((book) => book.publisher === "OpenStax");
  assert.ok(byOpenStax.length > 0 && byOpenStax.every((book) => open.includes(book)));
});

Deno.test("every ISBN has the right check digit, and neither an ISBN nor a title by the same authors is on the shelf twice", () => {
  const isbns = books.map((book) => book.isbn13).filter((isbn) => isbn !== "");
  const weightedSum = (isbn: string) => [...isbn].reduce((sum, digit, i) => sum + +digit * (i % 2 ? 3 : 1), 0);
  for (const isbn of isbns) assert.ok(/^97[89]\d{10}$/.test(isbn) && weightedSum(isbn) % 10 === 0, isbn);
  const keys = [...isbns, ...books.map(({ title, authors }) => `${title} / ${authors}`.toLowerCase())];
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), []);
});
