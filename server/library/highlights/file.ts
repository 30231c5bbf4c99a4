/** Which of the known formats a file has. */
import type { Buffer } from "node:buffer";
import { hasMoreValues } from "../../json_values.ts";
import type { Line } from "../import/lines.ts";
import type { Highlight } from "./highlight.ts";
import { entryEnd, readKindle } from "./kindle.ts";
import { isKoreader, readKoreader } from "./koreader.ts";
import { readReadwise, readwiseHeader } from "./readwise.ts";
import { isReadwiseExport, readReadwiseExport } from "./readwise_export.ts";

type Read = Highlight | undefined;

/** Undefined for each part that is none, so that a loop over them gives way there, too. */
export type Highlights = Iterable<Read> | AsyncIterable<Read>;

interface Source {
  file: Buffer;
  /** The file's lines after so many. */
  linesAfter(count: number): AsyncIterable<Line>;
}

/**
 * An entry of KOReader has one, one of Readwise another for each tag, and texts may: so many are far more than usual.
 */
const bracketsOfEntry = 4;

/** An entry of KOReader has about 10 values, and one of Readwise 20. */
const valuesOfEntry = 25;

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
    if (hasMore(text, /[{[]/g, most * bracketsOfEntry) || hasMoreValues(file, most * valuesOfEntry)) return "too many";
    const json = parsed(text);
    if (isReadwiseExport(json)) return { highlights: readReadwiseExport(json) };
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
