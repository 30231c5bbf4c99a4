import assert from "node:assert/strict";
import { message } from "../../server/contract/chat/limits.ts";
import { note } from "../../server/contract/notes/limits.ts";
import { written as limits } from "../../server/contract/site/written_limits.ts";
import type { WrittenNode } from "../../server/contract/site/written_shapes.ts";
import { highlight } from "../../server/writing/code.ts";
import { formOf } from "../../server/writing/form.ts";
import { markdown } from "../../server/writing/markdown.ts";
import type { Renderers } from "../../server/writing/renderers.ts";
import { hostileCode, hostileFormulas, hostileMarks, ownMarks } from "./hostile_texts.ts";
import { noteForm, renderers } from "./written.ts";

const texts = [
  ...[message.max, note.max].flatMap((length) => [...hostileMarks(length), ...hostileFormulas(length)]),
  ...hostileCode(limits.highlighted),
];

Deno.test("hostile texts are read to their end, and no more of them is rendered than the limits say", () => {
  for (const text of texts) {
    const { counted, formulas, code } = counting();
    const form = formOf(text, counted, { tables: true });
    assert.ok(formulas() <= limits.formulas && code() <= limits.highlighted, text.slice(0, 100));
    assert.ok(!form || JSON.stringify(form).length <= limits.stored(text.length), text.slice(0, 100));
  }
});

/** What renders, with how many characters of formulas and of code it has rendered. */
function counting(): { counted: Renderers; formulas: () => number; code: () => number } {
  let [formulas, code] = [0, 0];
  const counted: Renderers = {
    formula: (source, options) => {
      formulas += source.length;
      return renderers.formula(source, options);
    },
    highlight: (source, language) => {
      code += source.length;
      return renderers.highlight(source, language);
    },
  };
  return { counted, formulas: () => formulas, code: () => code };
}

Deno.test("formulas, hidden text and addresses are found in a time that grows as a text does", () => {
  // Whatever takes quadratic time takes minutes.
  for (const text of ownMarks(200_000)) markdown.parse(text, {});
});

const tooMuch: Record<string, string> = {
  lines: `*a*${"\n".repeat(limits.lines + 1)}`,
  marks: "*a* ".repeat(limits.marks / 2 + 1),
  nodes: "*a* b\n".repeat(limits.nodes / 2),
  depth: `${"> ".repeat(limits.depth + 1)}a`,
  stored: `*a* ${"a".repeat(limits.stored(1e6))}`,
  formulas: "$+$ ".repeat(limits.nodes),
};

Deno.test("a text with too much form is shown as it is written", () => {
  for (const [what, text] of Object.entries(tooMuch)) assert.equal(noteForm(text), null, what);
});

Deno.test("what is hidden in a text with too much form stays hidden", () => {
  for (const [what, text] of Object.entries(tooMuch)) {
    for (const hidden of ["||it was her||", "||her|| ".repeat(limits.nodes)]) {
      const form = noteForm(`${text}\n\n${hidden}`);
      assert.match(form!.text, /▒▒▒/, what);
      assert.doesNotMatch(form!.text, /her/, what);
    }
  }
});

const nested = (open: string, close: string, count: number) => `${open.repeat(count)}a${close.repeat(count)}`;

const wrongFormulas: Record<string, [string, wrongAt: number]> = {
  "nested too deep": [nested("{", "}", limits.formulaDepth + 1), limits.formulaDepth],
  "that defines": ["a \\def\\b{c} \\b", 2],
  "that expands without end": ["\\TeX".repeat(120), 0],
  "that is unfinished": ["\\frac{a}{", 9],
  "of an unknown command": ["a + \\nothing", 4],
};

Deno.test("a formula that is wrong, refused or too deep is shown as it is written, with where it is wrong", () => {
  for (const [what, [source, wrongAt]] of Object.entries(wrongFormulas)) {
    const [{ children: [formula] = [] }] = noteForm(`$${source}$`)!.nodes;
    assert.deepEqual([formula.mathml, formula.value], [null, source], what);
    assert.ok(what === "that expands without end" || formula.wrongAt === wrongAt, `${what}: ${formula.wrongAt}`);
  }
});

Deno.test("a formula or code beyond what is rendered of a text is shown without", () => {
  const long = noteForm(`$${"a".repeat(limits.formula + 1)}$ *a*`);
  assert.deepEqual(typesOf(long!.nodes), ["paragraph", "text", "emphasis", "text"]);
  const wrong = noteForm(`$\\nothing${"a".repeat(limits.formula - 20)}$\n\n`.repeat(20))!;
  assert.ok(typesOf(wrong.nodes).filter((type) => type === "math").length < 10);
  const code = `\`\`\`js\nconst a = "${"a".repeat(500)}";\n\`\`\`\n`;
  const blocks = noteForm(code.repeat(6))!.nodes;
  assert.deepEqual(blocks.map(({ children }) => children !== undefined), [true, true, true, false, false, false]);
});

const typesOf = (nodes: readonly WrittenNode[]): string[] =>
  nodes.flatMap(({ type, children = [] }) => [type, ...typesOf(children)]);

Deno.test("code in which names follow one another without end is not highlighted, code as it is written is", () => {
  for (const [language, piece] of [["csharp", "a<b> "], ["c", "public "], ["php", "aB"], ["haskell", "\n"]]) {
    assert.equal(highlight(piece.repeat(limits.highlighted / piece.length), language), undefined, language);
  }
  for (const [language, code] of Object.entries(programs)) {
    assert.ok(highlight(code.repeat(limits.highlighted / code.length), language)!.length > 10, language);
  }
});

const programs: Record<string, string> = {
  c: "/* Reads what is there, and says how much that was, or nothing where there is no more of it */\nstatic unsigned long int read_all(const char *from, size_t most) {\n\treturn fread(from, 1, most, stdin);\n}\n\n",
  csharp:
    "public static async Task<IReadOnlyList<Book>> ReadAll(CancellationToken token) {\n    return await books.ToListAsync(token);\n}\n",
  haskell:
    "quicksort :: Ord a => [a] -> [a]\nquicksort [] = []\nquicksort (p:xs) = quicksort [x | x <- xs, x < p] ++ [p] ++ quicksort [x | x <- xs, x >= p]\n\n",
  python:
    "# Members who have read so far, with the day on which they were there\nfor member in members:\n    if member.page >= page:\n        print(member.name, member.day)\n",
  ruby:
    "class Book < ApplicationRecord\n  has_many :readers\n  def finished\n    readers.where finished: true\n  end\nend\n",
  sql:
    "select name, count(*) from readers join books on books.id = readers.book_id where page > 100 group by name order by 2 desc;\n",
};
