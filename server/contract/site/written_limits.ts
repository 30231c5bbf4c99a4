/**
 * Of the form of a text, which is shown as it is written where it has more: lines, characters that may mark something,
 * pieces, how deep they lie in one another, characters of what is stored of it. Of its formulas: `dollars` that may
 * begin one, characters of all and of one, and how deep its braces go; of its code: characters that are highlighted.
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
  highlighted: 2000,
};
