import assert from "node:assert/strict";
import { NewNote } from "../../server/contract/notes/shapes.ts";
import { made, nothings } from "./made.ts";

const madeOf = (note: object) => made(NewNote, { content: "x", pageNumber: 7, bookId: "b", ...note });

Deno.test("a note of at most 20,000 characters keeps line breaks and blanks, without control characters; a blank one is none", () => {
  const contentOf = (content: string) => (madeOf({ content }) as { content: string }).content;
  const typed = "  1. Bernoulli\r\n\t\u0000\u0007B₇ = −1/30 \ud83e\udd4a\n";
  assert.equal(contentOf(typed), "  1. Bernoulli\n\tB₇ = −1/30 \ud83e\udd4a\n");
  assert.equal(contentOf("x".repeat(20_000)).length, 20_000);
  assert.equal(madeOf({ content: "x".repeat(20_001) }), "Please use at most 20,000 characters.");
  assert.equal(contentOf("  \n\t "), "");
  for (const content of nothings) assert.equal(typeof madeOf({ content }), "string");
});

Deno.test("a note's page is a whole number, and the version that it is based on a time or none", () => {
  for (const pageNumber of [-1, 1.5, "seven", " ", ...nothings.filter((one) => one !== 1)]) {
    assert.equal(madeOf({ pageNumber }), "Please enter a valid page number");
  }
  const baseOf = (baseUpdatedAt: unknown) => (madeOf({ baseUpdatedAt }) as { baseUpdatedAt: unknown }).baseUpdatedAt;
  assert.deepEqual([baseOf(""), baseOf("1970-01-01T00:00:01Z"), baseOf(undefined)], [null, 1000, undefined]);
  for (const wrong of ["yesterday", 5]) assert.equal(typeof madeOf({ baseUpdatedAt: wrong }), "string");
});
