/** Words in the text of a book, whatever their case, their accents, and the signs between them. */
import { withoutAccents } from "../../../db/engine/searchable.ts";
import { textSearch } from "../../contract/books/text_limits.ts";
import { isUnspaced, withoutSpaces } from "../../contract/site/words.ts";

/** Soft hyphens, joiners and marks of direction are neither seen in a text nor typed. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** What has more to be folded than its case, up to the next Latin letter: in many languages that is little. */
const unusual = /[^\0-\x7f\u2013\u2014\u2018-\u201d](?:[^A-Za-z]*[^\0-\x7f\u2013\u2014\u2018-\u201d])?/g;

/** That of a text is that of its characters, one after the other. */
const folded = (text: string): string =>
  text.replace(unusual, (run) => withoutAccents(run.replace(invisible, ""))).toLowerCase();

/** Folded; those beyond a number are left out. */
export const wordsOf = (query: string): string[] =>
  (folded(query).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, textSearch.words);

export function hasWords(text: string, words: string[]): boolean {
  const searched = folded(text);
  return words.every((word) => searched.includes(word));
}

/** What is in the middle of a word is not meant, where a script has spaces between words. */
const asWord = (pattern: string): string =>
  isUnspaced(pattern) ? pattern : String.raw`(?<!(?![${withoutSpaces}])[\p{L}\p{N}])${pattern}`;

const gap = String.raw`[^\p{L}\p{N}]{1,${textSearch.gap}}`;

/** One after the other. In its first group is what is found, as in the other one. */
export const together = (words: string[]): RegExp => new RegExp(`(${asWord(words.join(gap))})`, "dgu");

/** All of them in a paragraph; found is the longest, which is likely to say most. */
export function anywhere(words: string[]): RegExp {
  const [longest, ...others] = words.toSorted((one, other) => other.length - one.length).map(asWord);
  return new RegExp(`^${others.map((word) => `(?=.*?${word})`).join("")}.*?(${longest})`, "dgmu");
}

export const countFound = (text: string, pattern: RegExp): number =>
  folded(text).matchAll(pattern).reduce((count) => count + 1, 0);

export interface Found {
  from: number;
  to: number;
}

/** In the text as it is. */
export function* findWords(text: string, pattern: RegExp): Generator<Found> {
  const inText = unfolding(text);
  for (const { indices } of folded(text).matchAll(pattern)) {
    const [from, to] = indices![1]!;
    yield { from: inText(from), to: inText(to) };
  }
}

/** Of rising indices in the folded text, those in the text itself. */
function unfolding(text: string): (index: number) => number {
  const lengths = new Map<string, number>();
  const characters = text[Symbol.iterator]();
  let read = 0;
  let length = 0;
  return (index) => {
    while (length < index) {
      const character = characters.next().value!;
      if (!lengths.has(character)) lengths.set(character, folded(character).length);
      read += character.length;
      length += lengths.get(character)!;
    }
    return read;
  };
}
