export const propsOf = (island: HTMLElement) => JSON.parse(propsElementOf(island)!.textContent!);

export const propsElementOf = ({ dataset, ownerDocument }: HTMLElement): HTMLElement | null =>
  ownerDocument.querySelector(`script[data-props="${dataset.prefix}"]`);
