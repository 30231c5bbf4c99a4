/** Lengths are in UTF-16 code units. A text with more than the first five say is shown as it is written. */
export const written = {
  lines: 1500,
  /** Characters that may mark something. */
  marks: 6000,
  nodes: 1500,
  /** How deep nodes lie in one another. */
  depth: 12,
  /** Of its form as JSON: what a page of fifty messages sends is several times their texts, and no more. */
  stored: (length: number) => Math.min(64 * 1024, 16 * 1024 + 4 * length),
  /** How many may begin a formula. */
  dollars: 500,
  /** Of all formulas of a text; `tree.ts` counts what takes longer several times. */
  formulas: 8000,
  /** Of one formula. */
  formula: 500,
  /** How deep the braces, environments and brackets of one go. */
  formulaDepth: 12,
  /** Of the MathML of all formulas, after which no more are made. */
  mathml: (length: number) => Math.min(40 * 1024, 12 * 1024 + 2 * length),
  /** Of all code of a text that is highlighted. */
  highlighted: 2000,
  /** The sum of the squares of the lengths of what stands between signs in a block of code. */
  highlightedWork: 400_000,
};
