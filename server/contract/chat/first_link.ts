import type { Format, WrittenNode } from "../site/written_shapes.ts";
import { linkify } from "./links.ts";

/** The first address that everybody is to see: of a text with a form one that is neither code nor hidden. */
export const firstLink = (content: string, format: Format = null): string | undefined =>
  format ? firstIn(format) : linkify(content).find(({ href }) => href)?.href;

function firstIn(nodes: readonly WrittenNode[]): string | undefined {
  for (const { type, url, children = [] } of nodes) {
    if (type === "spoiler") continue;
    const found = url ?? firstIn(children);
    if (found) return found;
  }
}
