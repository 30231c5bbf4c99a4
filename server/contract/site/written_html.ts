/** The HTML of a text with a form: safe, whatever its nodes hold. `mathml` is made so by `writing/formula.ts`. */
import type { WrittenNode } from "./written_shapes.ts";
import { writtenTexts } from "./written_texts.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text within HTML or XML, or an attribute between double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char]);

const tags: Partial<Record<WrittenNode["type"], string>> = {
  paragraph: "p",
  quote: "blockquote",
  item: "li",
  row: "tr",
  strong: "strong",
  emphasis: "em",
  strike: "s",
};

/** Their border, bullet or number stands on the side where their own letters begin. */
const hasDirection = new Set<WrittenNode["type"]>(["quote", "item"]);

/** @param textHtml draws a text, whose mentions are links in a chat */
export const writtenHtml = (nodes: readonly WrittenNode[], textHtml = escaped): string =>
  nodes.map((node) => htmlOf(node, textHtml)).join("");

export const linkHtml = (url: string, inner: string): string =>
  `<a href="${escaped(url)}" target="_blank" rel="noopener nofollow ugc">${inner}</a>`;

function htmlOf(node: WrittenNode, textHtml: (text: string) => string): string {
  const { type, children = [], value = "" } = node;
  const inner = writtenHtml(children, textHtml);
  switch (type) {
    case "text":
      return textHtml(value);
    case "heading":
      return `<p dir="auto"><strong>${inner}</strong></p>`;
    case "list":
      return node.start === undefined
        ? `<ul dir="auto">${inner}</ul>`
        : `<ol dir="auto" start="${node.start}">${inner}</ol>`;
    case "code":
      return `<code>${escaped(value)}</code>`;
    case "codeBlock":
      return `<pre tabindex="0"><code>${inner || escaped(value)}</code></pre>`;
    case "token":
      return `<span class="code-${node.name}">${escaped(value)}</span>`;
    case "link":
      return linkHtml(node.url!, inner);
    case "spoiler":
      return spoilerHtml(inner);
    case "math":
      return formulaHtml(node);
    case "table":
      return `<div class="written-table" tabindex="0"><table>${inner}</table></div>`;
    case "cell":
      return cellHtml(node, inner);
    default:
      return `<${tags[type]}${hasDirection.has(type) ? ' dir="auto"' : ""}>${inner}</${tags[type]}>`;
  }
}

/** A box to tick, which needs no script. */
const spoilerHtml = (inner: string): string =>
  `<label class="spoiler"><input type="checkbox" aria-label="${writtenTexts.show}"><span>${inner}</span></label>`;

function formulaHtml({ value = "", mathml, display, wrongAt = 0 }: WrittenNode): string {
  if (mathml) return `<span class="formula${display ? " formula--display" : ""}">${mathml}</span>`;
  const rest = value.slice(wrongAt) || " ";
  return `<code class="formula--wrong">${escaped(value.slice(0, wrongAt))}<mark>${escaped(rest)}</mark></code> <small>${
    writtenTexts.wrongFormula(wrongAt)
  }</small>`;
}

function cellHtml({ header, align }: WrittenNode, inner: string): string {
  const tag = header ? "th" : "td";
  return `<${tag}${align ? ` class="cell-${align}"` : ""} dir="auto">${inner}</${tag}>`;
}
