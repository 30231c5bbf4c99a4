import assert from "node:assert/strict";
import { paragraphAt, sentencesOf } from "../../../server/contract/notes/paragraphs.ts";

Deno.test("a paragraph is the whole block around a character, also one of verse, and its sentences follow one another", () => {
  const plain = "Title\nOne line,\nand another. The end.\nLast\n";
  const html = '<h2 id="c100">Title</h2><p id="c106">One line,<br>\nand another. The end.</p><p id="c138">Last</p>';
  const at = (character: number) => paragraphAt({ plain, html }, { base: 100, at: character });
  assert.deepEqual(at(100), { from: 100, to: 105, text: "Title" });
  for (const character of [106, 120, 137]) assert.equal(at(character).text, "One line,\nand another. The end.");
  assert.deepEqual(at(141), { from: 138, to: 142, text: "Last" });
  const sentences = sentencesOf(at(106), { language: "no such language", most: 10 });
  assert.deepEqual(
    sentences.map(({ from, to }) => plain.slice(from - 100, to - 100)),
    sentences.map(({ text }) => text),
  );
  assert.equal(sentences.at(-1)!.to, at(106).to);
  assert.equal(sentencesOf(at(106), { language: "en", most: 1 })[0].text, at(106).text);
});
