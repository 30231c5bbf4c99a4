import assert from "node:assert/strict";
import { exportHeader, exportRecords, listedBookOf, readingListHeader } from "../../server/library/reading_list.ts";

const goodreads = "Book Id,Title,Author,ISBN,ISBN13,My Rating,Number of Pages,Date Read,Exclusive Shelf";
const storyGraph = "Title,Authors,ISBN/UID,Read Status,Dates Read,Last Date Read,Star Rating";

/** What a row of fields is read as, under a header. */
function read(header: string, fields: string[] | undefined) {
  const outcome = listedBookOf(fields, readingListHeader(header)!);
  return "book" in outcome ? outcome.book : outcome.refused;
}

Deno.test("a row of Goodreads is a book, its ISBN as a formula or not", () => {
  const middlemarch = {
    title: "Middlemarch",
    author: "George Eliot",
    isbn: "9780141439549",
    pageCount: 904,
    status: "read",
    startedOn: null,
    finishedOn: "2024-03-09",
    rating: 4,
  };
  for (const isbn of ['="9780141439549"', "9780141439549", "978-0-14-143954-9"]) {
    const row = ["1", "Middlemarch", "George Eliot", '=""', isbn, "4", "904", "2024/3/9", "read"];
    assert.deepEqual(read(goodreads, row), middlemarch);
  }
});

Deno.test("a row of The StoryGraph is a book, with the days of the last time it was read", () => {
  const row = ["Emma", "Jane Austen", "abc", "read", "2021/01/02-2021/01/20, 2023/05/01-2023/06/02", "", "4.25"];
  assert.deepEqual(read(storyGraph, row), {
    title: "Emma",
    author: "Jane Austen",
    isbn: null,
    pageCount: null,
    status: "read",
    startedOn: "2023-05-01",
    finishedOn: "2023-06-02",
    rating: 4.25,
  });
});

Deno.test("a shelf is a status; without one a date says that the book was read", () => {
  const statusOf = (shelf: string, date = "") => {
    const book = read(goodreads, ["1", "Emma", "", "", "", "0", "", date, shelf]);
    return typeof book === "string" ? book : [book.status, book.finishedOn];
  };
  assert.deepEqual(statusOf("to-read"), ["to-read", null]);
  assert.deepEqual(statusOf("Currently Reading"), ["reading", null]);
  assert.deepEqual(statusOf("read"), ["read", null]);
  assert.deepEqual(statusOf("", "2024/01/31"), ["read", "2024-01-31"]);
  assert.deepEqual(statusOf(""), ["to-read", null]);
  assert.equal(statusOf("did-not-finish"), "its shelf “did-not-finish” is not one of ours");
});

Deno.test("what cannot be read of a row is left out; a row without a title, or with other columns, is refused", () => {
  const book = read(goodreads, ["1", "Emma", " ", "1234", "x", "9", "-3", "2024/02/31", "read"]);
  assert.deepEqual(book, {
    title: "Emma",
    author: null,
    isbn: null,
    pageCount: null,
    status: "read",
    startedOn: null,
    finishedOn: null,
    rating: null,
  });
  assert.equal(read(goodreads, ["1", " ", "", "", "", "", "", "", ""]), "it has no title");
  assert.equal(read(goodreads, ["1", "x".repeat(301), "", "", "", "", "", "", ""]), "its title or author is too long");
  assert.equal(read(goodreads, ["1", "Emma"]), "it has 2 columns where the header has 9");
  assert.equal(read(goodreads, undefined), "its quotes do not match, or it is too long");
  assert.equal(readingListHeader("Name,Author"), undefined);
});

Deno.test("an export holds no formula, and is read as what was exported", () => {
  const book = {
    id: "1",
    title: '=HYPERLINK("https://example.org")',
    author: "@Ada, Countess",
    isbn: "9780141439549",
    pageCount: 12,
    status: "reading" as const,
    startedOn: "2024-01-02",
    finishedOn: null,
    rating: 3.5,
    createdAt: Date.parse("2024-01-01"),
  };
  const [record] = exportRecords([book]).split("\n");
  assert.match(record, /^"'=HYPERLINK\(""https/);
  assert.match(record, /"'@Ada, Countess"/);
  const { title, author, isbn } = book;
  const fields = [`'${title}`, `'${author}`, isbn, ..."3.5|12|2024/01/02||2024/01/01|currently-reading".split("|")];
  const { id: _, createdAt: __, ...expected } = book;
  assert.deepEqual(read(exportHeader().trim(), fields), expected);
});
