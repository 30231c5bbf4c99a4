import { withoutMarks } from "../../server/contract/site/words.ts";

/** `Élodie Strauß` is `elodie strauss`. */
export const withoutAccents = (text: string): string => withoutMarks(text, /\p{M}/gu);

/** Words parted by one blank: `L’Étranger` is `l etranger`, `Schrödinger's` is `schrodingers`, and `C++` is a word. */
export const searchable = (text: string): string =>
  withoutAccents(text)
    .replace(/['’ʼ`´](?=(?:s|t|d|m|re|ll|ve)(?!\p{L}))/gu, "")
    .replace(/(?<=\p{L})\+\+/gu, "plusplus")
    .replace(/(?<=\p{L})#/gu, "sharp")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
