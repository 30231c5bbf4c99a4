/** What stands between two places of a text: the words of a highlight come from the text, never from who marks them. */
import { listPlain, type MarkedWords } from "../../../db/notes/marks.ts";
import { offsetAt, placeOf } from "../../contract/books/text_places.ts";
import { mark as limits } from "../../contract/notes/limits.ts";
import { markServerTexts } from "../../contract/notes/mark_server_texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";

interface TextToMark {
  hash: string;
  characters: number;
}

/** Without blanks at its ends, and with whole characters. @throws BadRequest where no words are there, or too many */
export async function wordsBetween(
  db: Deps["db"],
  { hash, characters }: TextToMark,
  places: { from: number; to: number },
): Promise<MarkedWords> {
  const [start, end] = [offsetAt(characters, places.from), offsetAt(characters, places.to)];
  if (end <= start || end - start > limits.length) throw invalidRange();
  const around = limits.context + 1;
  const parts = await listPlain(db, {
    hash,
    from: placeOf(characters, Math.max(0, start - around)),
    to: placeOf(characters, Math.min(characters, end + around)),
  });
  if (parts.length === 0) throw invalidRange();
  const plain = parts.map((part) => part.plain).join("");
  const base = offsetAt(characters, parts[0].fromPlace);
  let [from, to] = [start - base, end - base];
  if (isSecondHalf(plain, from)) from--;
  if (isSecondHalf(plain, to)) to++;
  const marked = plain.slice(from, to);
  if (marked.trim() === "") throw invalidRange();
  from += marked.length - marked.trimStart().length;
  to -= marked.length - marked.trimEnd().length;
  return {
    hash,
    from: placeOf(characters, base + from),
    to: placeOf(characters, base + to),
    ...quoteOf(plain, { from, to }),
  };
}

export function quoteOf(plain: string, { from, to }: { from: number; to: number }) {
  const first = Math.max(0, from - limits.context);
  const last = Math.min(plain.length, to + limits.context);
  return {
    exact: plain.slice(from, to),
    prefix: plain.slice(isSecondHalf(plain, first) ? first + 1 : first, from),
    suffix: plain.slice(to, isSecondHalf(plain, last) ? last - 1 : last),
  };
}

/** Of a character of two code units. */
const isSecondHalf = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? "");

const invalidRange = () => new BadRequest(markServerTexts.invalidRange, "invalid_range");
