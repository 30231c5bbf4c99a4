import assert from "node:assert/strict";
import { asCode, writtenCode } from "../../server/contract/groups/invite_codes.ts";

Deno.test("a code is typed in any case, with or without blanks and dashes", () => {
  for (const typed of ["ABCDEF", "abc def", " Abc-Def\n", "a b c d e f", "abc–def", "abc\u00a0def"]) {
    assert.equal(asCode(typed), "ABCDEF", typed);
  }
  assert.equal(writtenCode("ABCDEF"), "ABC DEF");
});

Deno.test("what has other letters, more, fewer, or is long, is no code", () => {
  for (const typed of ["", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEI", "ABCDEO", "ABCDÉF", "ABCDEF".padEnd(41)]) {
    assert.equal(asCode(typed), undefined, typed);
  }
});
