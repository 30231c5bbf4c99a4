/**
 * Codes of invite links: six letters, for reading aloud and typing. Without I, L, O, Q, U and V, which are easily taken
 * for another.
 */
export const codeLetters = "ABCDEFGHJKMNPRSTWXYZ";
export const codeLength = 6;
/** Of what is typed for one. */
export const longestTypedCode = 40;

const wellFormed = new RegExp(`^[${codeLetters}]{${codeLength}}$`);

/** What was typed, in any case, with or without blanks and dashes; undefined where it is no code. */
export function asCode(typed: string): string | undefined {
  if (typed.length > longestTypedCode) return undefined;
  const code = typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, "");
  return wellFormed.test(code) ? code : undefined;
}

/** `ABC DEF`. */
export const writtenCode = (code: string): string => `${code.slice(0, codeLength / 2)} ${code.slice(codeLength / 2)}`;
