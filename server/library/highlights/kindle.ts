/**
 * `My Clippings.txt` of a Kindle, in English, German, French, Spanish, Italian, Portuguese and Dutch. An entry is a line
 * with title and author, one with kind, place and time, an empty one, and the text:
 *
 *     Emma (Austen, Jane)
 *     - Your Highlight on page 12 | Location 170-172 | Added on Monday, March 2, 2026 10:00:00 PM
 *
 *     It is such a happiness when good people get together.
 *     ==========
 */
import { withoutAccents } from "../../../db/engine/searchable.ts";
import { type Highlight, inOneLine } from "./highlight.ts";

export const entryEnd = "==========";

const kinds = {
  bookmark: /\b(bookmark|lesezeichen|signet|marcador|segnalibro|bladwijzer)\b/,
  remark: /\b(note|notiz|nota|notitie)\b/,
};
const pageIn = /\b(?:page|seite|pagina)\s+(\d{1,9})\b/;
const locationIn =
  /\b(?:loc|location|position|emplacement|posicion|posizione|posicao|locatie)\.?\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?/;

/** What follows the last whole entry was cut off, and is left out; bookmarks are undefined. */
export function* readKindle(text: string): Generator<Highlight | undefined> {
  for (let from = 0;;) {
    const to = text.indexOf(entryEnd, from);
    if (to < 0) return;
    yield entryOf(text.slice(from, to));
    from = to + entryEnd.length;
  }
}

function entryOf(entry: string): Highlight | undefined {
  const begun = entry.replace(/^[\s\ufeff]+/, "");
  const first = begun.indexOf("\n");
  const second = begun.indexOf("\n", first + 1);
  if (first < 0 || second < 0) return undefined;
  const place = withoutAccents(inOneLine(begun.slice(first, second)));
  if (!place.startsWith("-")) return undefined;
  // The last part says when.
  const parts = place.split("|");
  const facts = parts.slice(0, Math.max(1, parts.length - 1)).join("|");
  const words = begun.slice(second).replaceAll("\r\n", "\n").trim();
  if (!words || kinds.bookmark.test(facts)) return undefined;
  const isRemark = kinds.remark.test(facts);
  return {
    ...bookIn(inOneLine(begun.slice(0, first))),
    text: isRemark ? "" : words,
    remark: isRemark ? words : "",
    page: numberIn(pageIn.exec(facts)?.[1]),
    location: locationOf(locationIn.exec(facts)),
    share: null,
  };
}

/** Beyond what the publisher lets a reader copy a Kindle writes a sentence about that limit, in place of the words. */
export const isBeyondClippingLimit = ({ text }: Pick<Highlight, "text">): boolean =>
  text.length < longestSentence && /^<[^<>\n]*\b(limit|limite|grenze|limiet)\b[^<>\n]*>$/.test(withoutAccents(text));

const longestSentence = 200;

const numberIn = (digits: string | undefined): number | null => digits === undefined ? null : Number(digits);

/** Older ones write `170-72` for 170 to 172. */
function locationOf(found: RegExpExecArray | null): Highlight["location"] {
  if (!found) return null;
  const [, from, to = from] = found;
  const end = to.length < from.length ? from.slice(0, -to.length) + to : to;
  return [Number(from), Math.max(Number(from), Number(end))];
}

/** The author is in the last brackets, which may have others in them. */
function bookIn(line: string): { title: string; author: string } {
  if (!line.endsWith(")")) return { title: line, author: "" };
  let depth = 0;
  for (let at = line.length - 1; at > 0; at--) {
    if (line[at] === ")") depth++;
    if (line[at] === "(") depth--;
    if (depth === 0) return { title: line.slice(0, at).trim(), author: line.slice(at + 1, -1).trim() };
  }
  return { title: line, author: "" };
}
