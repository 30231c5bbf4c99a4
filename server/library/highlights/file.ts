/** Which of the known formats a file has. */
import type { Buffer } from "node:buffer";
import type { Line } from "../import/lines.ts";
import type { Highlight } from "./highlight.ts";
import { entryEnd, readKindle } from "./kindle.ts";
import { isKoreader, readKoreader } from "./koreader.ts";
import { readReadwise, readwiseHeader } from "./readwise.ts";

export type Highlights = Iterable<Highlight> | AsyncIterable<Highlight>;

interface Source {
  file: Buffer;
  /** The file's lines after so many. */
  linesAfter(count: number): AsyncIterable<Line>;
}

/** An entry of KOReader has one, and highlights may: so many for each are far more than usual. */
const bracketsOfEntry = 4;

/**
 * Undefined for another file. Entries are counted before anything is parsed, except for rows, which may have several
 * lines: more than `most` of these may follow.
 */
export function highlightsIn(
  { file, linesAfter }: Source,
  most: number,
): { highlights: Highlights } | "too many" | undefined {
  const text = file.toString("utf8").replace(/^[\s\ufeff]+/, "");
  if (/^[{[]/.test(text)) {
    if (hasMore(text, /[{[]/g, most * bracketsOfEntry)) return "too many";
    const json = parsed(text);
    return isKoreader(json) ? { highlights: readKoreader(json) } : undefined;
  }
  if (text.includes(`\n${entryEnd}`)) {
    return hasMore(text, new RegExp(entryEnd, "g"), most) ? "too many" : { highlights: readKindle(text) };
  }
  const header = readwiseHeader(text.slice(0, Math.max(0, text.indexOf("\n"))).trimEnd());
  return header && { highlights: readReadwise(linesAfter(1), header) };
}

function hasMore(text: string, part: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(part)) if (++count > most) return true;
  return false;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
