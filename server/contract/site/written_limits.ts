/**
 * Of the form of a text, which is shown as it is written where it has more: lines, characters that may mark something,
 * pieces, how deep they lie in one another, characters of what is stored of it. Of its formulas: `dollars` that may
 * begin one, characters of all and of one, how deep its braces go, and characters of the MathML of all; of its code:
 * characters that are highlighted, and the sum of the squares of what stands between signs in them.
 */
export const written = {
  lines: 1500,
  marks: 6000,
  nodes: 1500,
  depth: 12,
  stored: 64 * 1024,
  dollars: 500,
  formulas: 8000,
  formula: 500,
  formulaDepth: 12,
  mathml: 40 * 1024,
  highlighted: 2000,
  highlightedWork: 400_000,
};
