import assert from "node:assert/strict";
import { evened, findQuote } from "../../../server/library/quotes/finder.ts";
import { randomFrom } from "../../support/random.ts";

const number = randomFrom(11);
const syllables = "an be cor du el fin gra ho in ju ka lum mor nis".split(" ");
const word = () => Array.from({ length: 1 + number(3) }, () => syllables[number(syllables.length)]).join("");
const sentence = () => `${Array.from({ length: 12 }, word).join(" ")}.`;
const prose = Array.from({ length: 400 }, sentence).join(" ");

const quoteAt = (text: string, from: number, to: number) => (
  { exact: text.slice(from, to), prefix: text.slice(Math.max(0, from - 32), from), suffix: text.slice(to, to + 32) }
);

const quoted = "The engine weaves algebraic patterns just as the loom weaves flowers and leaves";
const before = `${prose.slice(0, 9000)} ${quoted}. ${prose.slice(9000)}`;
const quote = quoteAt(before, 9001, 9001 + quoted.length);

const texts: [name: string, text: string, found: string | undefined][] = [
  ["where much was put before them", `${prose.slice(20_000)} ${before}`, quoted],
  ["with other quotation marks and dashes", before.replaceAll("'", "’"), quoted],
  [
    "with a word that was replaced",
    before.replace("just as the loom", "as any loom"),
    "The engine weaves algebraic patterns as any loom weaves flowers and leaves",
  ],
  [
    "with words that were deleted",
    before.replace("algebraic ", ""),
    "The engine weaves patterns just as the loom weaves flowers and leaves",
  ],
  ["not where most of them are gone", before.replace(quoted, "The engine weaves"), undefined],
  ["not in another text", prose, undefined],
];

for (const [name, text, found] of texts) {
  Deno.test(`words are found ${name}`, async () => {
    const range = await findQuote(evened(text), quote, 9001);
    assert.equal(range && text.slice(range.from, range.to), found);
  });
}

Deno.test("of two same sentences the one is found that has the same around it, and else the nearer one", async () => {
  const same = "So it goes, and so it went.";
  const [first, second] = [
    `${prose.slice(0, 50)} ${same} ${prose.slice(50, 99)} `,
    `${prose.slice(200, 250)} ${same} ${prose.slice(250, 299)} `,
  ];
  const old = `${first}${prose.slice(0, 3000)}${second}${prose.slice(3000, 6000)}`;
  const [a, b] = [old.indexOf(same), old.lastIndexOf(same)];
  const text = evened(`${second}${prose.slice(0, 3000)}${first}${prose.slice(3000, 6000)}`);
  const find = async (at: number) => (await findQuote(text, quoteAt(old, at, at + same.length), at))!.from;
  assert.deepEqual([await find(a), await find(b)], [text.lastIndexOf(same), text.indexOf(same)]);
  const bare = { exact: same, prefix: "", suffix: "" };
  const near = async (at: number) => (await findQuote(text, bare, at))!.from;
  assert.deepEqual([await near(10), await near(3000)], [text.indexOf(same), text.lastIndexOf(same)]);
});

Deno.test("a short word that stands everywhere is found by what is around it, and not at all without that", async () => {
  const at = before.indexOf("just");
  const text = evened(`${prose.slice(0, 500)}just ${before}`);
  const found = await findQuote(text, quoteAt(before, at, at + 4), at);
  assert.equal(found?.from, text.indexOf("just as the loom"));
  const elsewhere = evened(`just ${prose.slice(0, 500)} just ${prose}`);
  assert.equal(await findQuote(elsewhere, quoteAt(before, at, at + 4), at), undefined);
});
