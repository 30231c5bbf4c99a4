/**
 * CommonMark without HTML, images (they are links), code by indentation, underlined headings, link definitions, rules
 * and character references: people would write these by accident, or what they give is not shown here.
 */
import MarkdownIt, { type Token } from "markdown-it";
import { isPlainAddress } from "../contract/chat/links.ts";
import { written as limits } from "../contract/site/written_limits.ts";
import { formulaBlock, inlineFormula } from "./formula_rules.ts";
import { hiddenText, holdBars, pairHiddenText } from "./hidden_text_rules.ts";
import { textWithAddresses } from "./text_rule.ts";

function parser(blocks: string[]) {
  const markdown = new MarkdownIt("zero", { maxNesting: limits.depth + 2 });
  markdown.enable(["blockquote", "list", "fence", "heading", ...blocks]);
  markdown.enable(["newline", "escape", "backticks", "strikethrough", "emphasis", "link", "image", "autolink"]);
  markdown.disable("text_join");
  markdown.inline.ruler2.enable(["balance_pairs", "strikethrough", "emphasis", "fragments_join"]);
  markdown.inline.ruler.at("text", textWithAddresses);
  markdown.inline.ruler.after("escape", "formula", inlineFormula);
  markdown.inline.ruler.after("strikethrough", "hidden_text", hiddenText);
  markdown.inline.ruler2.after("strikethrough", "hidden_text", pairHiddenText);
  markdown.block.ruler.before("fence", "formula", formulaBlock, { alt: ["paragraph", "blockquote", "list"] });
  // Without the slashes one leads to a page of ours, where that has the same scheme.
  markdown.validateLink = (url) => /^https?:\/\//i.test(url) && isPlainAddress(url);
  markdown.normalizeLink = (url) => url;
  markdown.normalizeLinkText = (text) => text;
  return markdown;
}

export const markdown = parser([]);
const markdownWithTables = parser(["table"]);

/** The tokens of a text, in whose contents `releaseBars` gives bars back. */
export const tokensOf = (text: string, { tables = false } = {}): Token[] =>
  tables ? markdownWithTables.parse(holdBars(text), {}) : markdown.parse(text, {});
