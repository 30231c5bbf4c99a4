/** Of a text what a search has found, by words as the search reads them. */
import { folded, isUnspaced, piecesOf } from "../../../server/contract/site/words.ts";

export interface Part {
  text: string;
  isFound: boolean;
}

export const searchedWords = (query: string): string[] => [...new Set(piecesOf(query).map(folded))];

/** Joined together the parts are the text again. */
export function foundParts(text: string, words: string[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const piece of piecesOf(text)) {
    const from = text.indexOf(piece, end);
    parts.push({ text: text.slice(end, from), isFound: false });
    parts.push(
      ...isUnspaced(piece) ? cut(piece, words.filter(isUnspaced)) : [
        { text: piece, isFound: isBegun(folded(piece), words) },
      ],
    );
    end = from + piece.length;
  }
  return joined([...parts, { text: text.slice(end), isFound: false }]);
}

/** By its beginning, of two letters at least. */
const isBegun = (word: string, words: string[]): boolean =>
  words.some((found) => word === found || found.length > 1 && word.startsWith(found));

/** Into characters, each with its marks: a word may be anywhere in them. */
function cut(piece: string, words: string[]): Part[] {
  const characters = [...piece.matchAll(/.[\p{M}ﾞﾟ]*/gsu)].map(([text]) => ({ text, searched: folded(text) }));
  const searched = characters.map(({ searched }) => searched).join("");
  const found = new Uint8Array(searched.length);
  for (const word of words) {
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + word.length)) {
      found.fill(1, at, at + word.length);
    }
  }
  let end = 0;
  return characters.map(({ text, searched }) => (
    { text, isFound: found.subarray(end, end += searched.length).includes(1) }
  ));
}

function joined(parts: Part[]): Part[] {
  const all: Part[] = [];
  for (const { text, isFound } of parts.filter(({ text }) => text !== "")) {
    const last = all.at(-1);
    if (last?.isFound === isFound) last.text += text;
    else all.push({ text, isFound });
  }
  return all;
}
