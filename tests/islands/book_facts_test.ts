import assert from "node:assert/strict";
import { factsOf, writtenDate } from "../../islands/books/BookAbout.tsx";

Deno.test("a date of publication is written out as far as it is known, and anything else stays as it is", () => {
  const expected = {
    "2011-10-25": "25 October 2011",
    "1999-01-01": "1 January 1999",
    "2011-10": "October 2011",
    "1813": "1813",
    "2011-02-30": "2011-02-30",
    "2011-13-01": "2011-13-01",
    "1999-00": "1999-00",
    "October 25, 2011": "October 25, 2011",
    "ca. 350 BC": "ca. 350 BC",
  };
  for (const [date, written] of Object.entries(expected)) assert.equal(writtenDate(date), written);
});

Deno.test("what is not known of a book is no fact of it", () => {
  const book = { publisher: null, publishedDate: "2009-07-31", isbn: "9780262033848" };
  assert.deepEqual(factsOf(book), [["Published", "31 July 2009"], ["ISBN", "978-0-262-03384-8"]]);
});
