/**
 * What a text is shown as: Markdown as CommonMark has it, and what people here write beside it. The server makes it
 * when a text is stored; a browser, with this code, only while one is written.
 */
import type { Form, WrittenNode } from "../contract/site/written_shapes.ts";
import { written as limits } from "../contract/site/written_limits.ts";
import { tokensOf } from "./markdown.ts";
import type { Renderers } from "./renderers.ts";
import { treeOf } from "./tree.ts";
import { wordsOf } from "../contract/site/written_words.ts";

/** Without one of these nothing has a form. */
const anyMark = /[*_`$\\[<|]|~~|^[ \t]*(?:[#>]|(?:[-+]|\d+[.)])(?:[ \t]|$))/m;

/**
 * @param tables whether `|` makes tables, as in notes
 * @returns null for a text that is shown as it is: without form or words, or with too much form and nothing hidden
 */
export function formOf(text: string, renderers: Renderers, { tables = false } = {}): Form | null {
  if (!anyMark.test(text)) return null;
  const parse = () => treeOf(tokensOf(text, { tables }), renderers, limits.mathml(text.length));
  const nodes = isTooMuch(text) ? undefined : parse();
  const form = nodes && { text: wordsOf(nodes), nodes };
  if (form && JSON.stringify(form).length <= limits.stored(text.length)) return form.text ? form : null;
  return nodes === null ? null : onlyHidden(text);
}

/** What is hidden stays so, whatever else is in the text. */
function onlyHidden(text: string): Form | null {
  const found = text.split(/\|\|(.+?)\|\|/s);
  if (found.length === 1) return null;
  const pieces = found.length < limits.nodes / 4 ? found : ["", text];
  const children = pieces.map((value, index): WrittenNode => {
    const node = { type: "text", value } as const;
    return index % 2 === 0 ? node : { type: "spoiler", children: [node] };
  });
  const nodes: WrittenNode[] = [{ type: "paragraph", children }];
  return { text: wordsOf(nodes), nodes };
}

function isTooMuch(text: string): boolean {
  return hasMore(text, /\n/g, limits.lines) || hasMore(text, /[*_`$\\[<|~]/g, limits.marks);
}

function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if (++count > most) return true;
  return false;
}
