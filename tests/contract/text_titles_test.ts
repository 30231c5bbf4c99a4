import assert from "node:assert/strict";
import { isOtherTitle } from "../../server/contract/books/text_titles.ts";

Deno.test("a file is of another book where neither title has the long words of the other", () => {
  const jekyll = "Strange case of Dr Jekyll and Mr Hyde";
  const isOther = [
    ["The Strange Case of Dr. Jekyll and Mr. Hyde", jekyll],
    ["Jekyll & Hyde", jekyll],
    ["L’Étranger", "L'etranger"],
    ["Frankenstein; Or, The Modern Prometheus", "Frankenstein"],
    ["", jekyll],
    ["Frankenstein", jekyll],
    ["Treasure Island", "Island"],
    ["Война и мир", "Анна Каренина"],
  ].map(([file, book]) => isOtherTitle(file, book));
  assert.deepEqual(isOther, [false, false, false, false, false, true, false, true]);
});
