import assert from "node:assert/strict";
import fc from "fast-check";
import { written as limits } from "../../server/contract/site/written_limits.ts";
import { writtenHtml } from "../../server/contract/site/written_html.ts";
import { Form, type WrittenNode } from "../../server/contract/site/written_shapes.ts";
import { tokensOf } from "../../server/writing/markdown.ts";
import { treeOf } from "../../server/writing/tree.ts";
import { bounded } from "../security/hostile.ts";
import { assertSafe } from "./checked_html.ts";
import { injections } from "./injections.ts";
import { texts } from "./random_texts.ts";
import { messageForm, noteForm, renderers } from "./written.ts";

Deno.test("whatever is written, its form is of the described shape, within its limits, and its HTML is safe", () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const form of [messageForm(text), noteForm(text)]) if (form) assertSound(form, text);
    }),
    bounded(3000),
  );
});

Deno.test("what injects elements, scripts, styles or addresses elsewhere injects nothing here", () => {
  for (const text of injections) {
    for (
      const written of [text, `*a* ${text}`, `- ${text}`, `| a |\n|-|\n| ${text} |`, `[${text}](https://a.example)`]
    ) {
      const form = noteForm(written);
      if (form) assertSound(form, written);
    }
  }
});

function assertSound(form: Form, text: string): void {
  assert.deepEqual(Form.parse(form), form, text);
  assert.ok(JSON.stringify(form).length <= limits.stored(text.length), text);
  assert.ok(depthOf(form.nodes) <= limits.depth + 1, text);
  assertSafe(writtenHtml(form.nodes), text);
}

const depthOf = (nodes: readonly WrittenNode[]): number =>
  Math.max(0, ...nodes.map(({ children }) => 1 + depthOf(children ?? [])));

Deno.test("a text has a form exactly where its whole has one: the quick look for marks hides none", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const forms = [messageForm(text), noteForm(text)];
      for (const [index, tables] of [false, true].entries()) {
        // One that is too much is none, and one without words.
        if (!forms[index] && text.length < 1000) {
          const nodes = treeOf(tokensOf(text, { tables }), renderers, Infinity);
          assert.ok(!nodes || wordsOf(nodes) === "", text);
        }
      }
    }),
    bounded(3000),
  );
});

const secret = "SECRET";
const word = fc.constantFrom("one", "two", "three", "漢字", "naïve", "مرحبا");

Deno.test("the words of a text are all that is written but marks and what is hidden", () => {
  const marked = fc.tuple(word, fc.constantFrom("*", "**", "`", "~~", "_", "# ", "> ", "- ", "1. ", "||")).map(
    ([word, mark]) =>
      mark === "||" ? `||${secret} ${word}||` : mark.endsWith(" ") ? `\n\n${mark}${word}\n\n` : `${mark}${word}${mark}`,
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, marked), { minLength: 1, maxLength: 30 }), (pieces) => {
      const text = pieces.join(" ");
      const form = messageForm(text);
      if (!form) return assert.ok(!text.includes(secret), text);
      assert.doesNotMatch(form.text, new RegExp(secret), text);
      const letters = (text: string) => text.match(/\p{L}/gu)?.join("") ?? "";
      assert.equal(letters(form.text), letters(text.replace(/\|\|.*?\|\|/g, "")), text);
    }),
    bounded(2000),
  );
});

function wordsOf(nodes: readonly WrittenNode[]): string {
  return nodes.map(({ type, value, children }) => type === "spoiler" ? "hidden" : value ?? wordsOf(children ?? []))
    .join("")
    .trim();
}
