import { normalize } from "../../server/contract/site/normalize.ts";

/** Letters without a decomposition in Unicode. */
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
  // σ at the end of a word.
  ς: "σ",
};
const foldable = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** `Élodie Strauß` is `elodie strauss`. */
export const withoutAccents = (text: string): string =>
  normalize(text, "NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(foldable, (letter) => letters[letter]);

/** Words parted by one blank: `L’Étranger` is `l etranger`, `Schrödinger's` is `schrodingers`, and `C++` is a word. */
export const searchable = (text: string): string =>
  withoutAccents(text)
    .replace(/['’ʼ`´](?=(?:s|t|d|m|re|ll|ve)(?!\p{L}))/gu, "")
    .replace(/(?<=\p{L})\+\+/gu, "plusplus")
    .replace(/(?<=\p{L})#/gu, "sharp")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
