import assert from "node:assert/strict";
import {
  anywhere,
  countFound,
  findWords,
  hasWords,
  together,
  wordsOf,
} from "../../server/actions/books/found_words.ts";

const found = (text: string, query: string, pattern = together) =>
  [...findWords(text, pattern(wordsOf(query)))].map(({ from, to }) => text.slice(from, to));

const cases: [text: string, query: string, found: string[]][] = [
  ["The creature is a Creature", "CREATURE", ["creature", "Creature"]],
  ["Élodie and ELODIE", "élodie", ["Élodie", "ELODIE"]],
  ["I don’t; I don't", "don't", ["don’t", "don't"]],
  ["“It is,” he said", "is he", ["is,” he"]],
  ["the heart of art, artful", "art", ["art", "art"]],
  ["one\nday after one day", "one day", ["one\nday", "one day"]],
  ["fa\u00adther and mo\u200bther", "father and mother", ["fa\u00adther and mo\u200bther"]],
  ["Straße, ﬁn, Œuvre, ½ of it", "of it", ["of it"]],
  ["Straße, ﬁn, Œuvre", "strasse fin oeuvre", ["Straße, ﬁn, Œuvre"]],
  ["Ὀδυσσεύς ΟΔΥΣΣΕΎΣ", "οδυσσευς", ["Ὀδυσσεύς", "ΟΔΥΣΣΕΎΣ"]],
  ["我爱读书", "读书", ["读书"]],
  ["我的iPhone手机", "iphone", ["iPhone"]],
  ["我的iPhone手机", "手机", ["手机"]],
  ["한국어 책", "책", ["책"]],
  ["😀 so 😀 it", "it", ["it"]],
  ["nothing of it", "?!", []],
];

Deno.test("words are found where they are in a text, whatever their case, accents and signs, from their beginning", () => {
  for (const [text, query, expected] of cases) {
    const words = wordsOf(query);
    assert.deepEqual(words.length === 0 ? [] : found(text, query), expected, query);
    if (words.length > 0) assert.equal(countFound(text, together(words)), expected.length, query);
  }
});

Deno.test("words apart are found in paragraphs that have all of them, by the longest", () => {
  const text = "The candle was lit.\nIt was the creature, by a candle.\nThe creature\n";
  assert.deepEqual(found(text, "candle creature", anywhere), ["creature"]);
  assert.equal(countFound(text, anywhere(["candle", "creature", "moon"])), 0);
  assert.deepEqual([hasWords("Étrange candles", wordsOf("candle ETRANGE")), hasWords("A", ["b"])], [true, false]);
});

Deno.test("a part of which every character is another when it is searched takes a few milliseconds", () => {
  const text = `${"é ﬁ½…ﬃ\u0301".repeat(2000)} end`;
  const begun = performance.now();
  assert.deepEqual(found(text, "end"), ["end"]);
  assert.deepEqual(found("a ".repeat(7000), "a a a a a a a a a b"), []);
  assert.deepEqual(found("a ".repeat(7000), "b a a a a a a a a a", anywhere), []);
  assert.ok(performance.now() - begun < 500);
});
