import assert from "node:assert/strict";
import { type MarkInText, withLinks, withMarks } from "../../../server/contract/notes/marked_text.ts";
import { randomFrom } from "../../support/random.ts";

const mark = (id: string, from: number, to: number, by: string | null = null): MarkInText => (
  { id, from, to, color: "yellow", by }
);

const yellow = (ids: string, text: string) =>
  `<mark class="text-mark text-mark-yellow" data-mark="${ids}">${text}</mark>`;
const shared = (people: number, ids: string, text: string) =>
  `<mark class="text-mark text-mark-by-${people}" data-mark="${ids}">${text}</mark>`;

const paragraph = '<p id="c10">A &amp; B, <em>then C</em> &lt;D&gt;</p>';

const cases: [name: string, html: string, marks: MarkInText[], expected: string][] = [
  ["an entity is one character", paragraph, [mark("a", 12, 13)], paragraph.replace("&amp;", yellow("a", "&amp;"))],
  [
    "a mark is split where an element begins and ends",
    paragraph,
    [mark("a", 15, 26)],
    `<p id="c10">A &amp; B${yellow("a", ", ")}<em>${yellow("a", "then C")}</em>${yellow("a", " &lt;D")}&gt;</p>`,
  ],
  [
    "what several have marked names the first, the reader's own before others, and how many people they are",
    '<p id="c0">abcdef</p>',
    [mark("a", 0, 3, "ada"), mark("g", 1, 4, "grace"), mark("b", 2, 5, "ada"), mark("own", 2, 3)],
    `<p id="c0">${shared(1, "a", "a")}${
      shared(2, "a", "b")
    }${'<mark class="text-mark text-mark-yellow text-mark-by-2" data-mark="own">c</mark>'}${shared(2, "g", "d")}${
      shared(1, "b", "e")
    }f</p>`,
  ],
  [
    "a mark goes on in the next block, one character further on, and not between the blocks",
    '<ul>\n<li id="c0">ab</li>\n<li id="c3">cd</li>\n</ul>',
    [mark("a", 1, 4)],
    `<ul>\n<li id="c0">a${yellow("a", "b")}</li>\n<li id="c3">${yellow("a", "c")}d</li>\n</ul>`,
  ],
  [
    "formulas and attributes are left as they are",
    '<p id="c0"><a title="x > y" href="?at=1#c2">a</a><math><mi>bc</mi></math>d</p>',
    [mark("a", 0, 4)],
    `<p id="c0"><a title="x > y" href="?at=1#c2">${yellow("a", "a")}</a><math><mi>bc</mi></math>${
      yellow("a", "d")
    }</p>`,
  ],
  ["a part in which nothing is marked stays as it is", paragraph, [mark("a", 0, 10), mark("b", 40, 50)], paragraph],
];

for (const [name, html, marks, expected] of cases) {
  Deno.test(name, () => assert.equal(withMarks(html, marks), expected));
}

const words = ["one", "&amp;", "Über", "&lt;b&gt;", "𝔘", "end."];
const elements = ["em", "strong", "sup", "span"];

/** Blocks with nested elements, and the characters of each. */
function madeText(number: (below: number) => number): { html: string; blocks: { at: number; plain: string }[] } {
  const blocks: { at: number; plain: string }[] = [];
  let [html, at] = ["", 100];
  for (let n = 0; n < 5; n++) {
    let [text, open] = ["", [] as string[]];
    for (let m = 0; m < 12; m++) {
      const element = elements[number(elements.length)];
      if (number(3) === 0) text += `<${(open.push(element), element)} title="a > b">`;
      if (number(3) === 0 && open.length > 0) text += `</${open.pop()}>`;
      text += `${words[number(words.length)]} `;
    }
    text += open.reverse().map((element) => `</${element}>`).join("");
    const plain = plainOf(text);
    html += `<p id="c${at}">${text}</p>\n`;
    blocks.push({ at, plain });
    at += plain.length + 1;
  }
  return { html, blocks };
}

const plainOf = (html: string): string =>
  html.replace(/<(?:[^">]|"[^"]*")*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Of each character of the blocks, the id that the mark around it has, and whether it is others' too. */
function idsIn(html: string): Map<number, string> {
  const ids = new Map<number, string>();
  let [at, around] = [0, ""];
  for (const [token] of html.matchAll(/<(?:[^">]|"[^"]*")*>|&\w+;|[^<]/g)) {
    const id = / id="c(\d+)"/.exec(token);
    if (id) at = Number(id[1]);
    if (token.startsWith("<mark")) {
      assert.equal(around, "", "none within another");
      around = / data-mark="([^"]*)"/.exec(token)![1] + (token.includes("text-mark-by-1") ? " and others" : "");
    } else if (token === "</mark>") around = "";
    else if (token.startsWith("<")) assert.equal(around, "", "no element begins or ends within one");
    else if (token !== "\n") ids.set(at++, around);
  }
  return ids;
}

Deno.test("whatever is marked, the text and its elements stay, and each character has what covers it", () => {
  const number = randomFrom(20261128);
  for (let round = 0; round < 200; round++) {
    const { html, blocks } = madeText(number);
    const last = blocks.at(-1)!.at + blocks.at(-1)!.plain.length;
    const marks = Array.from({ length: number(12) }, (_, n) => {
      const from = 80 + number(last - 60);
      return mark(`m${n}`, from, from + number(60), number(2) ? null : "grace");
    });
    const marked = withMarks(html, marks);
    assert.equal(marked.replace(/<\/?mark\b[^>]*>/g, ""), html);
    const ids = idsIn(marked);
    for (const { at, plain } of blocks) {
      for (let n = at; n < at + plain.length; n++) {
        const covering = marks.filter(({ from, to }) => from <= n && n < to);
        const [first] = [...covering.filter(({ by }) => !by), ...covering];
        const others = covering.some(({ by }) => by) ? " and others" : "";
        assert.equal(ids.get(n), first ? first.id + others : "", `${n} of ${html}`);
      }
    }
  }
});

Deno.test("a paragraph begins with a link where its reader wants to mark, and its text stays as it is", () => {
  const html = '<h2 id="c0">A</h2><table><tr id="c2"><td>b</td></tr></table><p class="x" id="c4">C &amp; d</p>';
  const linked = withLinks(html, { label: 'Mark "this"', to: (at) => `mark?at=${at}&x=1` });
  const link = (at: number) =>
    `<a class="text-paragraph" href="mark?at=${at}&amp;x=1" aria-label="Mark &quot;this&quot;"></a>`;
  assert.equal(
    linked,
    html.replace('"c0">', `"c0">${link(0)}`).replace('id="c4">', `id="c4">${link(4)}`),
  );
  assert.equal(plainOf(linked), plainOf(html));
});
