import { normalize } from "../../server/contract/site/normalize.ts";

/** Letters that have no decomposition in Unicode and yet are written, and searched for, as others. */
const letters: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  // The same letter at the end of a Greek word.
  ς: "σ",
};
const foldable = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** A text in lower case, without accents: `Élodie Strauß` is `elodie strauss`, `Søren Łukasik` is `soren lukasik`. */
export const withoutAccents = (text: string): string =>
  normalize(text, "NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(foldable, (letter) => letters[letter]);

/**
 * A text as it is searched: words of letters and digits, in lower case, without accents, parted by one blank.
 * `L’Étranger` is `l etranger`, `Schrödinger's` is `schrodingers`, `Łukasiewicz` is `lukasiewicz`, and `C++` is a word
 * as well.
 */
export const folded = (text: string): string =>
  withoutAccents(text)
    .replace(/['’ʼ`´](?=(?:s|t|d|m|re|ll|ve)(?!\p{L}))/gu, "")
    .replace(/(?<=\p{L})\+\+/gu, "plusplus")
    .replace(/(?<=\p{L})#/gu, "sharp")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
