/**
 * The ISBN-13 of a valid ISBN of ten or thirteen digits, with or without hyphens and blanks.
 *
 * @returns thirteen digits; undefined for a wrong check digit or anything else
 */
export function isbn13(written: string): string | undefined {
  const isbn = written.replace(/^\s*ISBN(-1[03])?:?/i, "").replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  if (/^97[89]\d{10}$/.test(isbn)) return checkDigit(isbn) === isbn[12] ? isbn : undefined;
  if (!/^\d{9}[\dX]$/.test(isbn) || weighted10(isbn) % 11 !== 0) return undefined;
  const digits = `978${isbn.slice(0, 9)}`;
  return digits + checkDigit(digits);
}

/** Of the first twelve digits of an ISBN-13 (ISO 2108). */
function checkDigit(isbn: string): string {
  const sum = [...isbn.slice(0, 12)].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0);
  return String((10 - sum % 10) % 10);
}

const weighted10 = (isbn: string) =>
  [...isbn].reduce((sum, digit, i) => sum + (digit === "X" ? 10 : Number(digit)) * (10 - i), 0);
