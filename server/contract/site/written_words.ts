import type { Format, WrittenNode } from "./written_shapes.ts";

/** In place of hidden text. */
export const hiddenWords = "▒▒▒";

const parted = /paragraph|heading|quote|item|codeBlock|row|cell/;

/** The words of nodes, blocks on lines of their own, without what is hidden. */
export const wordsOf = (nodes: readonly WrittenNode[]): string => joined(nodes).replace(/\n+/g, "\n").trim();

/** What a line that says a text in brief has of it: its words, or the text itself where it has no form. */
export const shownWords = (content: string, format: Format | undefined): string => format ? wordsOf(format) : content;

const joined = (nodes: readonly WrittenNode[]): string =>
  nodes.map(({ type, value, children = [] }) =>
    type === "spoiler" ? hiddenWords : (value ?? joined(children)) + (parted.test(type) ? "\n" : "")
  ).join("");
