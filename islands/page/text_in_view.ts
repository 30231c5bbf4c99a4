/** Which blocks of a text are in view. Each has the id `cN`, N being the character that it begins with. */
import type { InView } from "./text_place.ts";

export interface Block {
  element: HTMLElement;
  character: number;
}

export const blocksOf = (text: Element): Block[] =>
  [...text.querySelectorAll<HTMLElement>("[id^=c]")].filter(({ id }) => /^c\d+$/.test(id))
    .map((element) => ({ element, character: Number(element.id.slice(1)) }));

/** Below the head of the page, and more than a sliver. */
const edges = { above: 56, below: 16 };

function inView(text: Element, isPaged: boolean): { shown: Block[]; before: Block | undefined } {
  const { left, right } = text.getBoundingClientRect();
  const isShown = ({ element }: Block) => {
    if (!isPaged) {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > edges.above && top < innerHeight - edges.below;
    }
    // Of a block that goes over several pages each piece has its own.
    return [...element.getClientRects()].some((piece) => piece.right > left + 1 && piece.left < right - 1);
  };
  const blocks = blocksOf(text);
  const shown = blocks.filter(isShown);
  return { shown, before: blocks[blocks.indexOf(shown[0]) - 1] };
}

/** Undefined where none are. */
export function charactersInView(text: Element, isPaged: boolean): InView | undefined {
  const { shown, before } = inView(text, isPaged);
  if (shown.length === 0) return undefined;
  return { first: shown[0].character, last: shown.at(-1)!.character, before: before?.character };
}

export const firstInView = (text: Element, isPaged: boolean): HTMLElement | undefined =>
  inView(text, isPaged).shown[0]?.element;
