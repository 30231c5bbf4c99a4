import type { Token } from "markdown-it";
import { message } from "../contract/chat/limits.ts";
import { written as limits } from "../contract/site/written_limits.ts";
import type { WrittenNode } from "../contract/site/written_shapes.ts";
import type { Renderers } from "./renderers.ts";
import { releaseBars } from "./hidden_text_rules.ts";
import { TreeBuilder } from "./tree_builder.ts";
import { hiddenWords } from "../contract/site/written_words.ts";

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
};

/** These say nothing: their rows are those of the table. */
const without = new Set(["thead", "tbody"]);

/** @returns undefined for a text with too much form, null for one without */
export function treeOf(
  tokens: readonly Token[],
  renderers: Renderers,
  mostMathml: number,
): WrittenNode[] | null | undefined {
  const tree = new TreeBuilder();
  let formulas = 0;
  let mathml = 0;
  let links = 0;
  let highlighted = 0;
  let spoilers = 0;
  /** Addresses of the links that are open, empty where one has none: then it is none. */
  const open: string[] = [];

  function formula(value: string, display: boolean): void {
    const weight = weightOf(value);
    formulas += weight;
    const isTooMuch = formulas > limits.formulas || value.length > limits.formula || mathml > mostMathml;
    if (isTooMuch) return tree.add({ type: "code", value });
    const made = renderers.formula(value, { display });
    mathml += made.mathml?.length ?? 0;
    // Those that expand until they are refused take the longest.
    if (made.mathml === null) formulas += 3 * weight;
    tree.add({ type: "math", value, ...made, ...display && { display } });
  }

  function code(content: string, info: string): void {
    const value = content.replace(/\n$/, "");
    const language = info.trim().split(/\s/, 1)[0].toLowerCase();
    if (!language) return tree.add({ type: "codeBlock", value });
    highlighted += value.length;
    const children = highlighted > limits.highlighted ? undefined : renderers.highlight(value, language);
    tree.add({ type: "codeBlock", value, language, ...children && { children } });
  }

  function openLink(url: string): void {
    if (!url) tree.text("[");
    else if (!isInLink()) tree.open({ type: "link", url });
    open.push(url);
  }

  /** Beyond as many links as a text may have, and where a name looks like another address, both are shown. */
  function closeLink({ info }: Token): void {
    const url = open.pop();
    if (!url) return tree.text("]()");
    if (isInLink()) return;
    tree.close();
    const name = tree.wordsOfLast().replace(unseen, "").trim();
    if (!name) {
      tree.unwrapLast("");
      return address(url);
    }
    const isNamed = info !== "auto" && name !== url;
    if (++links > message.links || isNamed && misleads(name)) tree.unwrapLast(isNamed ? url : "");
  }

  /** Links within links are part of their names. */
  const isInLink = (): boolean => open.some((url) => url !== "");

  /** From elsewhere none is shown: a link leads to it. */
  function image(token: Token): void {
    const url = releaseBars(String(token.attrGet("src")));
    if (!url) tree.text("!");
    openLink(url);
    tree.text(releaseBars(token.content) || url);
    closeLink(token);
  }

  /** What is hidden within something hidden is shown with it. */
  function spoiler({ nesting }: Token): void {
    if (nesting === 1 && ++spoilers === 1) tree.open({ type: "spoiler" });
    if (nesting === -1 && --spoilers === 0) tree.close();
  }

  function address(url: string): void {
    const text = { type: "text", value: url } as const;
    if (++links > message.links) tree.add(text);
    else tree.addPlain({ type: "link", url, children: [text] });
  }

  function add(token: Token): void {
    const { type, nesting } = token;
    const content = releaseBars(token.content);
    if (tree.isTooMuch) return;
    if (type === "inline") return token.children!.forEach(add);
    if (type === "text") return tree.text(content);
    if (type === "text_special") return tree.text(content, { isForm: content !== token.markup });
    if (type === "softbreak" || type === "hardbreak") return tree.text("\n");
    if (type === "address") return address(content);
    if (type === "code_inline") return tree.add({ type: "code", value: content });
    if (type === "formula") return formula(content, token.markup === "$$");
    if (type === "formula_block") return formula(content, true);
    if (type === "fence") return code(content, token.info);
    if (type === "image") return image(token);
    if (type === "link_open") return openLink(releaseBars(String(token.attrGet("href"))));
    if (type === "link_close") return closeLink(token);
    if (type === "spoiler_open" || type === "spoiler_close") return spoiler(token);
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

const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** As in `bank.example` or `https://…`: a link that is called so must lead there. So might what is hidden in a name. */
const misleads = (name: string): boolean =>
  name.includes(hiddenWords) || looksLikeAddress.test(name.normalize("NFKC").replaceAll("。", "."));

/** Behind brackets and signs too. Other full stops are one in a name of a host: UTS #46. */
const looksLikeAddress =
  /:\/\/|^[^\p{L}\p{N}-]*(?:www\.|\d+(?:\.\d+){3}|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?![\p{L}\p{N}-]))/u;
