/** Which characters of a text something on its page is: blocks have the ids `cN`, where they begin. */

const blocksIn = (text: Element): HTMLElement[] =>
  [...text.querySelectorAll<HTMLElement>("[id^=c]")].filter(({ id }) => /^c\d+$/.test(id));

const firstOf = ({ id }: Element): number => Number(id.slice(1));

/** Undefined where some of it is outside of the text. */
export function charactersOf(text: Element, range: Range): { from: number; to: number } | undefined {
  if (!text.contains(range.commonAncestorContainer)) return undefined;
  const from = characterAt(text, range.startContainer, range.startOffset);
  const to = characterAt(text, range.endContainer, range.endOffset);
  return from < to ? { from, to } : undefined;
}

function characterAt(text: Element, node: Node, offset: number): number {
  const element = node instanceof Element ? node : node.parentElement!;
  const block = blockAround(text, element);
  if (block) return firstOf(block) + lengthBefore(block, node, offset);
  // Between two blocks.
  const point = document.createRange();
  point.setStart(node, offset);
  const blocks = blocksIn(text);
  const next = blocks.find((block) => point.comparePoint(block, 0) >= 0);
  if (next) return firstOf(next);
  const last = blocks.at(-1);
  return last ? firstOf(last) + last.textContent.length : 0;
}

function blockAround(text: Element, element: Element): Element | undefined {
  for (let at: Element | null = element; at && at !== text; at = at.parentElement) if (/^c\d+$/.test(at.id)) return at;
}

function lengthBefore(block: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}
