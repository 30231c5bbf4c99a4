/** Texts of documents: cleaned, and taken by pieces. */
import { Buffer } from "node:buffer";
import { escapedText } from "./parts.ts";

export const blank = /[ \t\n\r\f]+/g;

const controls =
  // deno-lint-ignore no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export const withoutControls = (text: string): string => text.replaceAll(controls, "");

/** Of a description, as it is shown. */
export const longestDescription = 1000;

export const describing = (text: string): string => withoutControls(text.slice(0, longestDescription));

/** What is replaced in a text of megabytes takes some hundred megabytes. */
const longestPiece = 32 * 1024;

export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = endOfPiece(text, from);
    yield withoutControls(text.slice(from, to));
    from = to;
  }
}

/** Not within a character. */
function endOfPiece(text: string, from: number): number {
  const to = Math.min(text.length, from + longestPiece);
  return to < text.length && /[\ud800-\udbff]/.test(text[to - 1]) ? to - 1 : to;
}

const sentenceEnd = /[.!?…。！？]["'”’»)\]]*(?:\s|(?<=[。！？]["'”’»)\]]*))/g;

/** Where what is too long ends: after a sentence, or else a word. @param room in bytes of HTML */
export function cutIn(text: string, room: number): number {
  let most = Math.min(text.length, room);
  while (Buffer.byteLength(escapedText(text.slice(0, most))) > room) most = Math.floor(most * 0.75);
  const window = text.slice(0, most);
  const ends = [...window.matchAll(sentenceEnd)].map(({ index, 0: { length } }) => index + length);
  const sentence = ends.at(-1) ?? 0;
  if (sentence > most / 2) return sentence;
  const word = window.search(/\s\S*$/) + 1;
  if (word > most / 2) return word;
  return /[\ud800-\udbff]$/.test(window) ? most - 1 : most;
}
