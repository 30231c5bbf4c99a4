import assert from "node:assert/strict";
import { NewBook } from "../../server/contract/books/shapes.ts";
import { made, nothings } from "./made.ts";

const madeOf = (book: object) => made(NewBook, { title: "T", ...book }) as { pageCount: number; isbn: string };

Deno.test("a book needs a title, and has 100 pages where no number or zero is given", () => {
  for (const title of ["", "  \n ", ...nothings]) assert.equal(typeof madeOf({ title }), "string");
  assert.equal(madeOf({ title: "x".repeat(301) }), "Please use at most 300 characters.");
  for (const pageCount of [undefined, null, 0, "", "0"]) assert.equal(madeOf({ pageCount }).pageCount, 100);
  assert.equal(madeOf({ pageCount: "65" }).pageCount, 65);
  for (const pageCount of [-1, 1.5, 1e9, "many", {}]) {
    assert.equal(madeOf({ pageCount }), "Please enter a valid number of pages");
  }
});

Deno.test("an ISBN-10 is stored as ISBN-13, and an invalid one as it is", () => {
  const written = { "0-07-054235-X": "9780070542358", "978-0-914098-91-1": "9780914098911", " OCLC 1 ": "OCLC 1" };
  for (const [isbn, stored] of Object.entries(written)) assert.equal(madeOf({ isbn }).isbn, stored);
});
