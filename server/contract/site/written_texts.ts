export const writtenTexts = {
  show: "Show hidden text",
  wrongFormula: (at: number) => `This formula is not understood from character ${at + 1} on`,
};
