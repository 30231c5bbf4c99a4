/** How searches read what is written. */
import { normalize } from "./normalize.ts";

/** Characters of scripts that part no words by spaces: a class of an expression. */
export const withoutSpaces = String
  .raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ーｰﾞﾟ\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;

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

/** Of texts in their compatible form: `marks` are what is left out. */
export const withoutMarks = (text: string, marks: RegExp): string =>
  normalize(text, "NFKD").toLowerCase().replace(marks, "").replace(foldable, (letter) => letters[letter]);

/** With another vowel or tone, or as kana with another voicing, it is another word: those marks are no accents. */
const accents = new RegExp(String.raw`(?![${withoutSpaces}\u3099\u309a])\p{M}`, "gu");

/** Without case and accents. */
export const folded = (text: string): string => normalize(withoutMarks(text, accents));

const piece = new RegExp(
  String.raw`[${withoutSpaces}\u3099\u309a]+|(?:(?![${withoutSpaces}])[\p{L}\p{N}\p{M}])+`,
  "gu",
);

/** Words, and whatever stands together of scripts without spaces: `iPhone手机` is two. */
export const piecesOf = (text: string): string[] => text.match(piece) ?? [];

const unspaced = new RegExp(`^[${withoutSpaces}]`, "u");

/** Whether a piece may have several words. */
export const isUnspaced = (piece: string): boolean => unspaced.test(piece);
