import assert from "node:assert/strict";
import { emojiData } from "../../islands/runtime/emoji_data.ts";
import { changed } from "../../islands/page/write_change.ts";
import { completed, found, named, namesIn, queryAt } from "../../islands/page/write_emoji.ts";
import { fenced, looksLikeCode } from "../../islands/page/write_paste.ts";
import { formulaAt } from "../../islands/page/write_places.ts";

const names = namesIn(JSON.parse(emojiData.content));

const at = (drawn: string) => {
  const caret = drawn.indexOf("¦");
  return { value: drawn.replace("¦", ""), start: caret, end: caret };
};

Deno.test("lines of code are told from prose, poems and lists", () => {
  for (
    const code of [
      "def area(r):\n    return 3 * r",
      "let sum = 0;\nfor (const one of all) {\n  sum += one;\n}",
      "<ul>\n  <li>one</li>\n</ul>",
      "x <- c(1, 2)\nmean(x)",
      "SELECT name FROM people\nWHERE age > 3;",
      "if x > 3:\n    print(x)",
      '#include <stdio.h>\nint main() {\n  printf("hello");\n}',
    ]
  ) assert.ok(looksLikeCode(code), code);
  for (
    const prose of [
      "Dear all,\nwe meet on Monday;\nbring the book.",
      "The sea is calm tonight.\n    The tide is full, the moon lies fair\n    Upon the straits;",
      "- milk;\n- bread;",
      "if we read on,\nwhile it rains,\nfor a week",
      "let us begin;",
      "> quoted\n> text;",
    ]
  ) assert.ok(!looksLikeCode(prose), prose);
});

Deno.test("pasted code stands in a fence, with its language where an editor says it", () => {
  const paste = (drawn: string, pasted: { text: string; html?: string; editor?: string }) => {
    const change = fenced(at(drawn), { html: "", editor: "", ...pasted });
    return change && changed(at(drawn), change).value;
  };
  const text = "one\r\n  two\r\n";
  assert.equal(paste("¦", { text }), undefined);
  assert.equal(paste("see ¦", { text, editor: '{"mode":"rust"}' }), "see \n```rust\none\n  two\n```\n");
  assert.equal(paste("¦\nso", { text, html: "<meta><pre style='x'>one</pre>" }), "```\none\n  two\n```\nso");
  assert.equal(paste("¦", { text: "a = 1;\nb = 2;" }), "```\na = 1;\nb = 2;\n```\n");
  assert.equal(paste("¦", { text, editor: '{"mode":"markdown"}' }), undefined);
  assert.equal(paste("¦", { text, html: '<span style="white-space: pre-wrap">one</span>' }), undefined);
  assert.equal(paste("```\n¦", { text: "a = 1;\nb = 2;" }), undefined);
  assert.equal(paste("¦", { text: "```\na = 1;\nb = 2;\n```" }), undefined);
  assert.equal(paste("¦", { text: "a = 1;" }), undefined);
});

Deno.test("the formula at the caret is found, also before it has an end, and money is none", () => {
  const source = (drawn: string) => {
    const { value, start } = at(drawn);
    const place = formulaAt(value, start);
    return place && [place.source, place.display, place.isClosed];
  };
  assert.deepEqual(source("so $x^2¦$ is"), ["x^2", false, true]);
  assert.deepEqual(source("so $x^2$ is¦"), undefined);
  assert.deepEqual(source("$a$ and $¦b$"), ["b", false, true]);
  assert.deepEqual(source("$$\n\\sum¦ x\n$$"), ["\n\\sum x\n", true, true]);
  assert.deepEqual(source("so $\\frac12¦"), ["\\frac12", false, false]);
  assert.deepEqual(source("$$x_1¦"), ["x_1", true, false]);
  assert.deepEqual(source("$5 and¦ $6"), undefined);
  assert.deepEqual(source("$5 and $x_2¦$"), ["5 and $x_2", false, true]);
  assert.deepEqual(source("`$x^2¦$`"), undefined);
  assert.deepEqual(source("```\n$x^2¦$"), undefined);
  assert.deepEqual(source("$x^2\n\nso¦"), undefined);
  assert.deepEqual(source("\\$x^2¦$"), undefined);
});

Deno.test("an emoji is offered from two letters on, by what GitHub calls it or by its own name", () => {
  const query = queryAt(at("done :ta¦"))!;
  assert.deepEqual(query, { from: 5, name: "ta", isClosed: false });
  assert.equal(found(names, "tad")[0].emoji, "🎉");
  assert.equal(found(names, "t").length, 6);
  assert.equal(found(names, "heart")[0].emoji, "❤️");
  assert.equal(named(names, "+1"), "👍️");
  assert.equal(named(names, "melting_face"), "🫠");
  assert.equal(changed(at("done :ta¦!"), completed(at("done :ta¦!"), query, "🎉")).value, "done 🎉 !");
});

Deno.test("a name between colons becomes its emoji, but not in code, a formula, an address or a time", () => {
  assert.deepEqual(queryAt(at("done :tada:¦")), { from: 5, name: "tada", isClosed: true });
  for (
    const drawn of [
      "at 10:30:¦",
      "https://example.org/:tada:¦",
      "`:tada:¦",
      "```\n:tada:¦",
      "$x_1 :tada:¦$",
      "std::tada¦",
      ":t¦",
      "note:tada¦",
      ": tada¦",
    ]
  ) assert.equal(queryAt(at(drawn)), undefined, drawn);
});

Deno.test("every emoji of the picker has a name", () => {
  assert.deepEqual(names.filter(({ names }) => names.some((name) => !/^[a-z0-9_+-]+$/.test(name))), []);
});
