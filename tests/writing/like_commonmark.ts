/** What CommonMark's examples are compared by: HTML as it writes it, from nodes of ours. */
import { escaped } from "../../server/contract/site/written_html.ts";
import type { WrittenNode } from "../../server/contract/site/written_shapes.ts";

const tags: Partial<Record<WrittenNode["type"], string>> = {
  paragraph: "p",
  heading: "h",
  quote: "blockquote",
  item: "li",
  strong: "strong",
  emphasis: "em",
  code: "code",
};

/** @param nodes null for a text without form, whose paragraphs are divided by empty lines */
export function likeCommonMark(nodes: readonly WrittenNode[] | null, source: string): string {
  const html = nodes ? nodes.map(htmlOf).join("") : source.trim().split(/\n\s*\n/).map(paragraph).join("");
  return normalized(html);
}

const paragraph = (text: string) => text.trim() && `<p>${escaped(text.trim())}</p>`;

function htmlOf({ type, children = [], value, url, start, language }: WrittenNode): string {
  const inner = value === undefined ? children.map(htmlOf).join("") : escaped(value);
  if (type === "text") return inner;
  if (type === "link") return `<a href="${escaped(url!)}">${inner}</a>`;
  if (type === "list" && start === undefined) return `<ul>${inner}</ul>`;
  if (type === "list") return start === 1 ? `<ol>${inner}</ol>` : `<ol start="${start}">${inner}</ol>`;
  if (type === "codeBlock") {
    const attribute = language ? ` class="language-${escaped(language)}"` : "";
    return `<pre><code${attribute}>${value && `${inner}\n`}</code></pre>`;
  }
  return `<${tags[type] ?? type}>${inner}</${tags[type] ?? type}>`;
}

const block = /\s*(<\/?(?:p|h|blockquote|li|ul|ol|pre|hr)\b[^>]*>)\s*/g;

/** Without the levels of headings, the white space that means nothing, and the encoding of addresses. */
export const normalized = (html: string): string =>
  html.replace(/<(\/?)h[1-6]>/g, "<$1h>").split(/(<pre>[^]*?<\/pre>)/).map((piece) =>
    piece.startsWith("<pre>") ? piece : piece.replace(/[ \t\n]+/g, " ").replace(block, "$1")
  ).join("").replace(/(?<= href=")[^"]*/g, decoded).trim();

function decoded(address: string): string {
  try {
    return escaped(decodeURI(address.replaceAll("&quot;", '"').replaceAll("&amp;", "&")));
  } catch {
    return address;
  }
}
