export const hasIsland = (name: string): boolean =>
  "document" in globalThis && document.querySelector(`[data-island=${name}]`) !== null;
