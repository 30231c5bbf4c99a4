import assert from "node:assert/strict";
import { hyphenated, isbn13, isbnProblem } from "../../server/contract/books/isbn.ts";
import { isbnTexts } from "../../server/contract/books/isbn_texts.ts";

Deno.test("an ISBN is written with the hyphens of its publisher, in the languages whose publishers are known", () => {
  const expected = {
    "9780262033848": "978-0-262-03384-8",
    "9780141439587": "978-0-14-143958-7",
    "9780486272634": "978-0-486-27263-4",
    "9781491950296": "978-1-4919-5029-6",
    "9782070360024": "978-2-07-036002-4",
    "9783031410253": "978-3-031-41025-3",
    "9783161484100": "978-3-16-148410-0",
    "0-262-03384-4": "978-0-262-03384-8",
  };
  for (const [written, hyphens] of Object.entries(expected)) {
    assert.equal(hyphenated(written), hyphens, written);
    assert.equal(isbn13(hyphens), isbn13(written));
  }
});

Deno.test("an ISBN of another language, of no publisher, or with a wrong check digit stays as it is", () => {
  for (const written of ["9788498386943", "9791034904303", "9781060000001", "9780262033849", "none", ""]) {
    assert.equal(hyphenated(written), written);
  }
});

Deno.test("a number that is not one of a book, or has a wrong digit, is told apart from words and a right ISBN", () => {
  for (const wrong of ["9780141439588", "978-0-14-143958-8", "0262033845"]) {
    assert.equal(isbnProblem(wrong), isbnTexts.wrongDigit, wrong);
  }
  assert.equal(isbnProblem("4006381333931"), isbnTexts.otherGoods);
  for (const right of ["9780141439587", "0-262-03384-4", "Emma", "1984", ""]) {
    assert.equal(isbnProblem(right), undefined);
  }
});
