/**
 * What a text is shown as: Markdown as CommonMark has it, and what people here write beside it. The server makes it
 * when a text is stored; a browser, with this code, only while one is written.
 */
import type { Form } from "../contract/site/written_shapes.ts";
import { written as limits } from "../contract/site/limits.ts";
import { markdown, markdownWithTables } from "./markdown.ts";
import type { Renderers } from "./renderers.ts";
import { treeOf } from "./tree.ts";
import { wordsOf } from "../contract/site/written_words.ts";

/** Without one of these nothing has a form. */
const anyMark = /[*_`$\\[<|]|~~|^[ \t]*(?:[#>]|(?:[-+]|\d+[.)])(?:[ \t]|$))/m;

/**
 * @param tables whether `|` makes tables, as in notes
 * @returns null for a text that is shown as it is: without form or words, or with too much form
 */
export function formOf(text: string, renderers: Renderers, { tables = false } = {}): Form | null {
  if (!anyMark.test(text) || isTooMuch(text)) return null;
  const tokens = (tables ? markdownWithTables : markdown).parse(text, {});
  const nodes = treeOf(tokens, renderers);
  if (!nodes) return null;
  const form = { text: wordsOf(nodes), nodes };
  if (!form.text) return null;
  return JSON.stringify(form).length <= limits.stored ? form : null;
}

function isTooMuch(text: string): boolean {
  return hasMore(text, /\n/g, limits.lines) || hasMore(text, /[*_`$\\[<|~]/g, limits.marks);
}

function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if (++count > most) return true;
  return false;
}
