import assert from "node:assert/strict";
import { NewBook } from "../../server/contract/books/shapes.ts";
import { sphereland, volume } from "./book_server.ts";
import { testLibrary } from "./library.ts";

const key = /^\/covers\/[0-9a-f]{32}$/;

Deno.test("a volume of Google Books becomes a book with its full title, ISBN-13 and a cover at our own address", async () => {
  await using library = await testLibrary({ sources: "google" });
  const [{ coverImage, ...book }] = await library.search("flatland");
  assert.deepEqual(book, {
    title: "Flatland: A Romance of Many Dimensions",
    author: "Edwin Abbott Abbott, Ian Stewart",
    description: "A square tells of his world.",
    pageCount: 96,
    publishedDate: "2015-11-10",
    publisher: "Princeton University Press",
    categories: ["Fiction / Science Fiction / General"],
    language: "en",
    isbn: "9780486272634",
    googleBooksId: "zyTCAlFPjgYC",
  });
  assert.match(coverImage!, key);
});

Deno.test("Google Books is queried as documented, with the key if one is set", async () => {
  await using library = await testLibrary({ sources: "google", apiKey: "secret" });
  await library.search("  flat   land & more ");
  await library.search("0-486-27263-X");
  const [words, isbn] = library.server.asked.map(({ url }) => url.searchParams);
  assert.deepEqual(
    ["q", "maxResults", "printType", "key"].map((name) => words.get(name)),
    ["flat land & more", "20", "books", "secret"],
  );
  assert.equal(isbn.get("q"), "isbn:9780486272634");
});

Deno.test("a work of Open Library becomes a book, with the details of its best edition first", async () => {
  await using library = await testLibrary({ sources: "openlibrary" });
  const [{ coverImage, ...book }] = await library.search("sphereland");
  assert.deepEqual(book, {
    title: "Sphereland: A Fantasy About Curved Spaces",
    author: "Dionys Burger",
    description: null,
    pageCount: 208,
    publishedDate: "August 1994",
    publisher: "HarperCollins",
    categories: ["Fourth dimension", "Geometry"],
    language: "en",
    isbn: "9780062732767",
    googleBooksId: null,
  });
  assert.match(coverImage!, key);
});

Deno.test("a work without an edition becomes a book of its own details", async () => {
  await using library = await testLibrary({ sources: "openlibrary" });
  const { editions: _, cover_i: __, ...work } = sphereland;
  library.server.docs = [work];
  const [{ title, publisher, publishedDate, language, isbn, coverImage }] = await library.search("bolland");
  assert.deepEqual([title, publisher, publishedDate, language], ["Bolland", "Blommendaal", "1957", "nl"]);
  assert.deepEqual([isbn, coverImage], ["9780062732767", null]);
});

Deno.test("Open Library is queried as documented, with a User-Agent that names the service", async () => {
  await using library = await testLibrary({ sources: "openlibrary" });
  await library.search("curved spaces");
  const [{ url, headers }] = library.server.asked;
  assert.deepEqual([url.searchParams.get("q"), url.searchParams.get("limit")], ["curved spaces", "20"]);
  for (const field of ["key", "title", "author_name", "cover_i", "editions", "editions.isbn"]) {
    assert.ok(url.searchParams.get("fields")!.split(",").includes(field), field);
  }
  assert.equal(headers.get("user-agent"), "Chapterhouse (+https://study.example)");
});

Deno.test("a malformed field of a source counts as missing, and the others are used", async () => {
  await using library = await testLibrary();
  library.server.items = [
    null,
    5,
    {},
    { id: "x" },
    volume("no-title", { title: "  " }),
    volume("no-title", { title: 5 }),
    volume("../../etc", {
      title: "Odd",
      authors: "nobody",
      pageCount: "many",
      industryIdentifiers: {},
      imageLinks: [],
    }),
  ];
  const strange = { author_name: [null, 7, "Ada"], isbn: [null], editions: "none", cover_i: -1 };
  library.server.docs = [null, [], {}, { title: "Strange", ...strange }];
  const books = await library.search("odd");
  assert.deepEqual(books.map(({ title, author }) => [title, author]), [["Odd", null], ["Strange", "Ada"]]);
  for (const { isbn, coverImage, pageCount, googleBooksId } of books) {
    assert.deepEqual([isbn, coverImage, pageCount, googleBooksId], [null, null, null, null]);
  }
});

Deno.test("texts of a source are cut to our limits, so that every book found can be added", async () => {
  await using library = await testLibrary({ sources: "google" });
  const long = "Long ".repeat(5000);
  library.server.items = [volume("a", {
    title: long,
    publisher: long,
    description: long,
    publishedDate: long,
    pageCount: 1e9,
    authors: Array(500).fill(0).map((_, n) => `Author ${n}`),
    categories: Array(90).fill(0).map((_, n) => `${n}${long}`),
  })];
  const [book] = await library.search("long");
  assert.equal(NewBook.parse(book).title, book.title);
  assert.match(book.author!, /^Author 0, .*Author \d+$/);
  assert.equal(book.pageCount, null);
});
