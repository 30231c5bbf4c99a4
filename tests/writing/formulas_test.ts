import assert from "node:assert/strict";
import type { WrittenNode } from "../../server/contract/site/written_shapes.ts";
import { messageForm } from "./written.ts";

const money = [
  "$5 and $6",
  "It is $5, or $6 with tax",
  "US$5 and US$6",
  "A$5–$10",
  "$5-$10",
  "$5/$6",
  "5 $ and 6 $",
  "$ 5 and 6 $",
  "5$ or 6$",
  "$1,000.00 ($1.5k)",
  "($5) ($6)",
  "$5M→$6M",
  "$PATH and $HOME",
  "echo $PATH:$HOME",
  "$PATH/$USER1",
  "${a} $(b)",
  "a$b$c",
  "$",
  "$$",
  "$$$",
  "$$ $$",
  "\\$x\\$",
  "\\$5 and $6",
];

Deno.test("prices, variables and other dollars stay text", () => {
  for (const text of money) assert.deepEqual(formulasOf(text), [], text);
});

const formulas: Record<string, string[]> = {
  "$x$": ["x"],
  "the $n$th and the $k$-th": ["n", "k"],
  "($x$), $y$. $z$!": ["x", "y", "z"],
  "**$x$** *$y$* ~~$z$~~ ||$w$||": ["x", "y", "z", "w"],
  "$a_1$ and $a_2$ and *a*": ["a_1", "a_2"],
  "$a*b*c$ and $d_e_f$": ["a*b*c", "d_e_f"],
  "$\\$5$": ["\\$5"],
  "$5 < x$": ["5 < x"],
  "for $5, the $x$ of it": ["x"],
  "漢字 $x$。": ["x"],
  "a $$x + y$$ b": ["x + y|display"],
  "$$x$$": ["x|display"],
  "$$\nx\n$$": ["\nx\n|display"],
  "One:\n$$\nx \\\\\ny\n$$\nTwo": ["\nx \\\\\ny\n|display"],
  "> $$\n> x\n> $$": ["\nx\n|display"],
  "- $$x$$\n- $y$": ["x|display", "y"],
  "[$x$](https://a.example)": ["x"],
  "# $x$": ["x"],
  "`$x$` $y$": ["y"],
  "```\n$x$\n```\n$y$": ["y"],
};

Deno.test("formulas are within dollars that stand as such, in a line or by themselves", () => {
  for (const [text, sources] of Object.entries(formulas)) assert.deepEqual(formulasOf(text), sources, text);
});

function formulasOf(text: string): string[] {
  const collect = ({ type, value, display, children = [] }: WrittenNode): string[] =>
    type === "math" ? [`${value}${display ? "|display" : ""}`] : children.flatMap(collect);
  return (messageForm(text)?.nodes ?? []).flatMap(collect);
}
