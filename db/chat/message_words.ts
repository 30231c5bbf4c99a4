import { folded, isUnspaced, piecesOf } from "../../server/contract/site/words.ts";

/**
 * As the index `message_words` takes them, which parts words by blanks: of a script without spaces each character is
 * one, and those that stand together are found as a phrase, wherever in a text.
 */
export const phrasesOf = (text: string): string[] =>
  piecesOf(folded(text)).filter(hasLetter).map((piece) =>
    isUnspaced(piece) ? [...piece].join(" ").replace(marks, asLetter) : piece
  );

const hasLetter = (piece: string): boolean => /[\p{L}\p{N}]/u.test(piece);

/** Of Thai, Lao, Myanmar and Khmer. FTS5 takes marks for gaps, and letters of private use for letters. */
const marks = /(?=\p{M})[\u0e00-\u17ff]/gu;
const asLetter = (mark: string): string => String.fromCharCode(mark.charCodeAt(0) - 0x0e00 + 0xe000);
