/**
 * Finds words again in another text, as the anchoring of Hypothesis does: exactly, where they stand several times by
 * what is around them and then by how near they are; else with a quarter of their characters changed at most. The
 * places for that are found by pieces of the words: Myers' algorithm (`approx-string-match`) through a whole text takes
 * as long for each quote as all else together.
 */
import search from "approx-string-match";
import { giveWay } from "../../../db/engine/timing.ts";

export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
}

export interface Range {
  from: number;
  to: number;
}

interface Candidate extends Range {
  /** Characters around it that are as they were. */
  context: number;
  distance: number;
}

/** Characters before and behind the expected place that are looked through first. */
const near = 10_000;
/** Of one text in another, at most: words such as "the" stand everywhere. */
const mostOccurrences = 2000;
/** Shorter words are the same ones only with some of what was around them. */
const telling = 16;
const tellingContext = 8;

const piece = 12;
const mostPieces = 12;
const occurrencesOfPiece = 8;
const tried = 6;
const mostErrors = 256;

/** Of one length with the text, so that places stay: editions differ in these. */
export const evened = (text: string): string =>
  text.replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟″«»]/g, '"').replace(/[‐-―−]/g, "-")
    .replace(/[\s\u00a0\u200b]/g, " ").replace(/ſ/g, "s");

/** @param text `evened` @param expected where they might begin */
export async function findQuote(text: string, quote: Quote, expected: number): Promise<Range | undefined> {
  const sought = { exact: evened(quote.exact), prefix: evened(quote.prefix), suffix: evened(quote.suffix) };
  if (sought.exact.length === 0) return undefined;
  const at = Math.min(Math.max(0, expected), text.length);
  const exact = exactly(text, sought, at);
  if (exact) return { from: exact.from, to: exact.to };
  await giveWay();
  return await nearly(text, sought, at);
}

function exactly(text: string, quote: Quote, expected: number): Candidate | undefined {
  const first = Math.max(0, expected - near);
  const here = occurrences(text.slice(first, expected + quote.exact.length + near), quote.exact, mostOccurrences)
    .map((at) => at + first);
  const best = bestOf(text, quote, { places: here, expected });
  if (best && best.context === quote.prefix.length + quote.suffix.length) return best;
  const places = occurrences(text, quote.exact, mostOccurrences);
  const found = bestOf(text, quote, { places: [...here, ...places], expected });
  const isTold = quote.exact.length >= telling || places.length === 1 && quote.exact.length >= telling / 2;
  return found && (isTold || found.context >= tellingContext) ? found : undefined;
}

function occurrences(text: string, sought: string, most: number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0 && places.length < most; at = text.indexOf(sought, at + 1)) {
    places.push(at);
  }
  return places;
}

interface Places {
  places: number[];
  expected: number;
}

function bestOf(text: string, quote: Quote, { places, expected }: Places): Candidate | undefined {
  let best: Candidate | undefined;
  for (const from of places) {
    const found = candidate(text, quote, { range: { from, to: from + quote.exact.length }, expected });
    if (!best || isBetter(found, best)) best = found;
  }
  return best;
}

const isBetter = (one: Candidate, other: Candidate): boolean =>
  one.context > other.context || one.context === other.context && one.distance < other.distance;

function candidate(
  text: string,
  { prefix, suffix }: Quote,
  { range, expected }: { range: Range; expected: number },
): Candidate {
  let [before, after] = [0, 0];
  while (before < prefix.length && text[range.from - 1 - before] === prefix.at(-1 - before)) before++;
  while (after < suffix.length && text[range.to + after] === suffix[after]) after++;
  return { ...range, context: before + after, distance: Math.abs(range.from - expected) };
}

/** Few words are looked for with what was around them, or with what was before or behind them. */
async function nearly(text: string, quote: Quote, expected: number): Promise<Range | undefined> {
  const { prefix, exact, suffix } = quote;
  if (exact.length >= 2 * telling) return await nearlyThere(text, { pattern: exact, quote, expected });
  const patterns = [[prefix, suffix], [prefix, ""], ["", suffix]];
  for (const [before, after] of patterns) {
    const pattern = before + exact + after;
    if (pattern.length < 2 * telling) continue;
    const around = await nearlyThere(text, { pattern, quote, expected: expected - before.length });
    const inside = around && rangeWithin(text, quote, { around, expected: around.from + before.length });
    if (inside) return inside;
  }
}

function rangeWithin(
  text: string,
  quote: Quote,
  { around, expected }: { around: Range; expected: number },
): Range | undefined {
  const inside = text.slice(around.from, around.to);
  const places = occurrences(inside, quote.exact, tried).map((at) => at + around.from);
  const found = bestOf(text, quote, { places, expected });
  if (found) return { from: found.from, to: found.to };
  const match = bestMatch(inside, quote.exact);
  return match && { from: around.from + match.start, to: around.from + match.end };
}

const errorsIn = (pattern: string): number => Math.min(mostErrors, Math.floor(pattern.length / 4));

const bestMatch = (text: string, pattern: string) =>
  search(text, pattern, errorsIn(pattern)).sort((a, b) => a.errors - b.errors || b.end - b.start - (a.end - a.start))
    .at(0);

interface Sought {
  pattern: string;
  quote: Quote;
  expected: number;
}

async function nearlyThere(text: string, { pattern, quote, expected }: Sought): Promise<Range | undefined> {
  const slack = 64 + Math.ceil(pattern.length / 4);
  let best: Candidate & { errors: number } | undefined;
  for (const start of await likelyStarts(text, pattern, expected)) {
    await giveWay();
    const first = Math.max(0, start - slack);
    const match = bestMatch(text.slice(first, start + pattern.length + slack), pattern);
    if (!match) continue;
    const range = { from: first + match.start, to: first + match.end };
    const found = { ...candidate(text, quote, { range, expected }), errors: match.errors };
    if (!best || found.errors < best.errors || found.errors === best.errors && isBetter(found, best)) best = found;
  }
  return best && { from: best.from, to: best.to };
}

/** Where most pieces of it say that it begins. */
async function likelyStarts(text: string, pattern: string, expected: number): Promise<number[]> {
  const votes = new Map<number, { start: number; count: number }>();
  const bucket = 64 + Math.ceil(pattern.length / 4);
  for (const at of piecesOf(pattern)) {
    await giveWay();
    const sought = pattern.slice(at, at + piece);
    const nearest = Math.max(0, expected + at - near);
    const here = occurrences(text.slice(nearest, expected + at + near), sought, occurrencesOfPiece)
      .map((found) => found + nearest);
    const places = here.length > 0 ? here : occurrences(text, sought, occurrencesOfPiece);
    for (const found of places) {
      const start = found - at;
      const key = Math.round(start / bucket);
      const known = votes.get(key) ?? votes.get(key - 1) ?? votes.get(key + 1);
      if (known) known.count++;
      else votes.set(key, { start, count: 1 });
    }
  }
  return [...votes.values()]
    .sort((a, b) => b.count - a.count || Math.abs(a.start - expected) - Math.abs(b.start - expected))
    .slice(0, tried).map(({ start }) => start);
}

/** Where pieces of it begin that lie side by side, or as evenly as so few can. */
function piecesOf(pattern: string): number[] {
  const last = Math.max(0, pattern.length - piece);
  const count = Math.min(mostPieces, Math.max(1, Math.floor(pattern.length / piece)));
  return count === 1 ? [0] : Array.from({ length: count }, (_, n) => Math.floor(n * last / (count - 1)));
}
