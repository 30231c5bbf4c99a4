import assert from "node:assert/strict";
import { firstLink } from "../../server/contract/chat/first_link.ts";
import { withForm } from "../../server/writing/mod.ts";

const a = "https://a.example/a";
const b = "https://b.example/b";

const texts: [text: string, link: string | undefined][] = [
  ["", undefined],
  ["No address, but `code` and ||hidden||", undefined],
  [a, a],
  [`Look: ${a}, and ${b}.`, a],
  [`[a name](${a}) and ${b}`, a],
  [`http://ada@a.example ${b}`, b],
  // Hidden.
  [`||${a}|| ${b}`, b],
  [`||They all die: ${a}||`, undefined],
  [`||one|| ${a} ||two||`, a],
  [`||over\nlines ${a}|| ${b}`, b],
  [`||over ${a}\n\nparagraphs||`, a],
  [`1 || 2 ${a}`, a],
  // In code.
  [`\`${a}\` ${b}`, b],
  [`\`\`a \` ${a} \`\` ${b}`, b],
  [`a \` single ${a}`, a],
  [`a \` single, \`\`double ${a}\`\` ${b}`, b],
  [`\`\`\`\n${a}\n\`\`\`\n${b}`, b],
  [`\`\`\`ts\n${a}\n\`\`\`\`\n${b}`, b],
  [`\`\`\`\`\n\`\`\`\n${a}\n\`\`\`\`\n${b}`, b],
  [`~~~\n\`\`\`\n${a}\n~~~\n${b}`, b],
  [`\`\`\`\n${a} to the end`, undefined],
  [`\`\`\`within\`\`\` a line ${a}`, a],
  [`~~struck~~ ${a}`, a],
  // Both.
  [`\`||\` ${a} \`||\` ${b}`, a],
  [`||\`${a}\`|| ${b}`, b],
];

Deno.test("the first link of a text is one that everybody sees: neither hidden nor code", () => {
  for (const [text, link] of texts) {
    assert.equal(firstLink(text, withForm(text).form?.nodes), link, JSON.stringify(text));
  }
});
