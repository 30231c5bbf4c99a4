// Apart from their shapes, since the browser needs them.
export const highlightColors = ["yellow", "green", "blue", "pink"] as const;
export type HighlightColor = (typeof highlightColors)[number];
