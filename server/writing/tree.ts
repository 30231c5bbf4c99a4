import type { Token } from "markdown-it";
import { message } from "../contract/chat/limits.ts";
import { written as limits } from "../contract/site/written_limits.ts";
import type { WrittenNode } from "../contract/site/written_shapes.ts";
import type { Renderers } from "./renderers.ts";
import { TreeBuilder } from "./tree_builder.ts";

const containers: Record<string, WrittenNode["type"]> = {
  paragraph: "paragraph",
  heading: "heading",
  blockquote: "quote",
  bullet_list: "list",
  ordered_list: "list",
  list_item: "item",
  table: "table",
  tr: "row",
  th: "cell",
  td: "cell",
  strong: "strong",
  em: "emphasis",
  s: "strike",
  spoiler: "spoiler",
};

/** These say nothing: their rows are those of the table. */
const without = new Set(["thead", "tbody"]);

/** @returns undefined for a text without form, or with too much */
export function treeOf(tokens: readonly Token[], renderers: Renderers): WrittenNode[] | undefined {
  const tree = new TreeBuilder();
  let formulas = 0;
  let links = 0;
  let highlighted = 0;
  let url = "";

  function formula(value: string, display: boolean): void {
    formulas += weightOf(value);
    if (formulas > limits.formulas || value.length > limits.formula) return tree.add({ type: "code", value });
    const made = renderers.formula(value, { display });
    tree.add({ type: "math", value, ...made, ...display && { display } });
  }

  function code({ content, info }: Token): void {
    const value = content.replace(/\n$/, "");
    const language = info.trim().split(/\s/, 1)[0].toLowerCase();
    if (!language) return tree.add({ type: "codeBlock", value });
    highlighted += value.length;
    const children = highlighted > limits.highlighted ? undefined : renderers.highlight(value, language);
    tree.add({ type: "codeBlock", value, language, ...children && { children } });
  }

  function openLink(token: Token): void {
    url = String(token.attrGet(token.type === "image" ? "src" : "href"));
    tree.open({ type: "link", url });
  }

  /** Beyond as many links as a text may have, and where a name looks like another address, both are shown. */
  function closeLink({ info }: Token): void {
    tree.close();
    const name = tree.wordsOfLast();
    const isNamed = info !== "auto" && name !== url;
    if (++links > message.links || isNamed && looksLikeAddress(name)) tree.unwrapLast(isNamed ? url : "");
  }

  /** From elsewhere none is shown: a link leads to it. */
  function image(token: Token): void {
    openLink(token);
    tree.text(token.content || url);
    closeLink(token);
  }

  function address(url: string): void {
    const text = { type: "text", value: url } as const;
    if (++links > message.links) tree.add(text);
    else tree.addPlain({ type: "link", url, children: [text] });
  }

  function add(token: Token): void {
    const { type, content, nesting } = token;
    if (tree.isTooMuch) return;
    if (type === "inline") return token.children!.forEach(add);
    if (type === "text") return tree.text(content);
    if (type === "text_special") return tree.text(content, { isForm: true });
    if (type === "softbreak" || type === "hardbreak") return tree.text("\n");
    if (type === "address") return address(content);
    if (type === "code_inline") return tree.add({ type: "code", value: content });
    if (type === "formula") return formula(content, token.markup === "$$");
    if (type === "formula_block") return formula(content, true);
    if (type === "fence") return code(token);
    if (type === "image") return image(token);
    if (type === "link_open") return openLink(token);
    if (type === "link_close") return closeLink(token);
    const name = type.replace(/_(open|close)$/, "");
    if (without.has(name) || token.hidden) return;
    if (nesting === -1) return tree.close();
    tree.open({ type: containers[name], ...detailsOf(name, token) });
  }

  tokens.forEach(add);
  return tree.result;
}

function detailsOf(name: string, token: Token): Partial<WrittenNode> {
  if (name === "ordered_list") return { start: Number(token.attrGet("start") ?? 1) };
  if (name !== "th" && name !== "td") return {};
  const [, align] = /text-align:(\w+)/.exec(token.attrGet("style")?.toString() ?? "") ?? [];
  return { ...name === "th" && { header: true }, ...align && { align: align as WrittenNode["align"] } };
}

/** Cells and primes take as long as ten other characters. */
const weightOf = (formula: string): number => formula.length + 10 * (formula.match(/[&']|\\\\/g)?.length ?? 0);

/** As in `bank.example` or `https://…`: a link that is called so must lead there. */
const looksLikeAddress = (text: string): boolean =>
  /:\/\/|^\s*(?:www\.|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[\s/:?#]|$))/u.test(text);
