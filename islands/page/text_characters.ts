/** Which characters of a text something on its page is: blocks have the ids `cN`, where they begin. */
import { blocksOf } from "./text_in_view.ts";

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
  const blocks = blocksOf(text);
  const next = blocks.find(({ element }) => point.comparePoint(element, 0) >= 0);
  if (next) return next.character;
  const last = blocks.at(-1);
  return last ? last.character + last.element.textContent.length : 0;
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

/** Selects characters of the text. */
export function selectCharacters(text: Element, { from, to }: { from: number; to: number }): void {
  const [start, end] = [pointAt(text, from), pointAt(text, to)];
  if (start && end) getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
}

/** From a character to the end of its text node; undefined where none is shown. */
export function rangeFrom(text: Element, character: number): Range | undefined {
  // By the end of the character: its beginning may be found as the end of the words before it.
  const { node, offset } = pointAt(text, character + 1) ?? {};
  if (!node || !offset) return undefined;
  const range = document.createRange();
  range.setStart(node, offset - 1);
  range.setEnd(node, node.textContent!.length);
  return range.getClientRects().length > 0 ? range : undefined;
}

function pointAt(text: Element, character: number): { node: Node; offset: number } | undefined {
  const block = blocksOf(text).findLast((block) => block.character <= character);
  if (!block) return undefined;
  const texts = document.createTreeWalker(block.element, NodeFilter.SHOW_TEXT);
  let left = character - block.character;
  let last: Node | null = null;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node.textContent!;
    if (left <= length) return { node, offset: left };
    left -= length;
    last = node;
  }
  return last ? { node: last, offset: last.textContent!.length } : { node: block.element, offset: 0 };
}
