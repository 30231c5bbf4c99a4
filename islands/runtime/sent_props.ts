/** The props of an island, which stand as JSON at the end of its page. @throws where there are none */
export const propsOf = (island: HTMLElement) => JSON.parse(propsElementOf(island)!.textContent!);

/** The element that they stand in. */
export const propsElementOf = ({ dataset, ownerDocument }: HTMLElement): HTMLElement | null =>
  ownerDocument.querySelector(`script[data-props="${dataset.prefix}"]`);
