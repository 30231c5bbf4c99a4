export const writtenTexts = {
  show: "Show hidden text",
  wrongFormula: (at: number) => `(not understood from character ${at + 1} on)`,
};
