import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { counted, rudin, withCatalogue } from "./catalogue.ts";

/** Lines of a dump as Open Library documents them. */
const line = (type: string, key: string, record: unknown) =>
  [`/type/${type}`, key, 3, "2010-04-14T02:42:00.123456", JSON.stringify(record)].join("\t");
const dump = [
  line("author", "/authors/OL1A", { key: "/authors/OL1A", name: "Walter Rudin", type: { key: "/type/author" } }),
  line("author", "/authors/OL2A", { key: "/authors/OL2A" }),
  line("work", "/works/OL1W", {
    title: "Functional Analysis",
    description: { type: "/type/text", value: "A course." },
    authors: [{ type: { key: "/type/author_role" }, author: { key: "/authors/OL1A" } }],
    subjects: ["Analysis"],
  }),
  line("edition", "/books/OL1M", {
    title: "Principles of Mathematical Analysis",
    authors: [{ key: "/authors/OL1A" }],
    publishers: ["McGraw-Hill"],
    publish_date: "1976",
    number_of_pages: 342,
    isbn_10: ["007054235X"],
    languages: [{ key: "/languages/eng" }],
    identifiers: { google: ["iifvAAAAMAAJ"], goodreads: ["1"] },
  }),
  line("edition", "/books/OL2M", {
    title: "Elements",
    by_statement: "by Euclid.",
    publishers: null,
    isbn_13: [5],
    authors: "x",
  }),
  line("redirect", "/books/OL3M", { location: "/books/OL1M" }),
  line("edition", "/books/OL4M", { subtitle: "without a title" }),
  "/type/edition\t/books/OL5M\t1\t2010-01-01\t{broken",
  "/type/edition\t/books/OL6M\t{}",
].join("\n");

Deno.test("a dump, packed or not, is read: editions, works and the names of authors", async () => {
  for (const content of [dump, new Uint8Array(gzipSync(dump))]) {
    await using catalogue = await withCatalogue();
    const { counts } = await catalogue.take(content);
    assert.deepEqual(counts, counted({ added: 3, authors: 1, skipped: 1, refused: 4 }));
    const printed = { publisher: "McGraw-Hill", publishedDate: "1976", isbn: "9780070542358", language: "en" };
    assert.deepEqual(await catalogue.only("principles"), { ...rudin, ...printed, googleBooksId: "iifvAAAAMAAJ" });
    const about = { description: "A course.", categories: ["Analysis"] };
    const work = { title: "Functional Analysis", author: "Walter Rudin", ...about };
    assert.deepEqual(await catalogue.only("functional"), work);
    assert.deepEqual(await catalogue.only("elements"), { title: "Elements", author: "Euclid" });
    assert.deepEqual(await catalogue.reported(), [
      "line 2: refused, the author has no name",
      "line 7: refused, it has no title",
      "line 8: refused, it is not JSON",
      "line 9: refused, it does not have 5 columns",
    ]);
  }
});

Deno.test("names of authors from one dump are used for the books of another", async () => {
  await using catalogue = await withCatalogue();
  const [author, , , edition] = dump.split("\n");
  await catalogue.take(edition);
  assert.equal((await catalogue.only("principles")).author, undefined);
  await catalogue.take(author);
  const { counts } = await catalogue.run(await catalogue.write(`${edition}\n`), {});
  assert.deepEqual(counts, counted({ changed: 1 }));
  assert.equal((await catalogue.only("rudin")).title, rudin.title);
});
