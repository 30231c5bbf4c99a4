/** Whether this page has an island, by its name: false on the server. */
export const hasIsland = (name: string): boolean =>
  "document" in globalThis && document.querySelector(`[data-island=${name}]`) !== null;
