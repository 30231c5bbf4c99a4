import type { WrittenNode } from "../contract/site/written_shapes.ts";

/** In place of hidden text. */
export const hiddenWords = "▒▒▒";

const lines = new Set<WrittenNode["type"]>([
  "paragraph",
  "heading",
  "quote",
  "item",
  "codeBlock",
  "row",
  "list",
  "table",
]);

/** The words of nodes, each block on lines of its own, without what is hidden. */
export function wordsOf(nodes: readonly WrittenNode[]): string {
  const pieces: string[] = [];
  collect(nodes, pieces);
  return pieces.join("").replace(/\n{2,}/g, "\n").trim();
}

function collect(nodes: readonly WrittenNode[], pieces: string[]): void {
  for (const { type, value, children } of nodes) {
    if (type === "spoiler") pieces.push(hiddenWords);
    else if (value !== undefined) pieces.push(value);
    else if (children) collect(children, pieces);
    if (lines.has(type)) pieces.push("\n");
    if (type === "cell") pieces.push(" ");
  }
}
