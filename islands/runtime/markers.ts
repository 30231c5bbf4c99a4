/** The elements around islands, which name the island and have its props beside them as JSON. */

/** @param name the end of its name: a page with an open book has `OpenBooks` */
export const hasIsland = (name: string): boolean =>
  "document" in globalThis && document.querySelector(`[data-island$=${name}]`) !== null;

export const propsOf = (island: HTMLElement) => JSON.parse(propsElementOf(island)!.textContent!);

export const propsElementOf = ({ dataset, ownerDocument }: HTMLElement): HTMLElement | null =>
  ownerDocument.querySelector(`script[data-props="${dataset.prefix}"]`);
