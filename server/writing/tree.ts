import type { Token } from "markdown-it";
import type { WrittenNode } from "../contract/site/written_shapes.ts";
import type { Renderers } from "./renderers.ts";
import { releaseBars } from "./hidden_text_rules.ts";
import { Links } from "./links.ts";
import { rendering } from "./rendering.ts";
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
  const links = new Links(tree);
  const { formula, code } = rendering(tree, renderers, mostMathml);
  let spoilers = 0;

  /** What is hidden within something hidden is shown with it. */
  function spoiler({ nesting }: Token): void {
    if (nesting === 1 && ++spoilers === 1) tree.open({ type: "spoiler" });
    if (nesting === -1 && --spoilers === 0) tree.close();
  }

  function add(token: Token): void {
    const { type, nesting } = token;
    const content = releaseBars(token.content);
    if (tree.isTooMuch) return;
    if (type === "inline") return token.children!.forEach(add);
    if (type === "text") return tree.text(content);
    if (type === "text_special") return tree.text(content, { isForm: content !== token.markup });
    if (type === "softbreak" || type === "hardbreak") return tree.text("\n");
    if (type === "address") return links.address(content);
    if (type === "code_inline") return tree.add({ type: "code", value: content });
    if (type === "formula") return formula(content, token.markup === "$$");
    if (type === "formula_block") return formula(content, true);
    if (type === "fence") return code(content, token.info);
    if (type === "image") return links.image(token);
    if (type === "link_open") return links.open(releaseBars(String(token.attrGet("href"))));
    if (type === "link_close") return links.close(token);
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
