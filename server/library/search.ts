import { findAnswer, storeAnswer } from "../../db/books/sources.ts";
import type { Db } from "../../db/engine/client.ts";
import { searchable } from "../../db/engine/searchable.ts";
import * as booksLimits from "../contract/books/limits.ts";
import type { BookResult } from "../contract/books/shapes.ts";
import { booksTexts } from "../contract/books/texts.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { withOwnCovers } from "./covers.ts";
import { openBreaker, SettingRefused, SourceFailure } from "./http_client.ts";

export interface Source {
  name: string;
  coverHosts: string[];
  search(query: string, signal: AbortSignal): Promise<BookResult[]>;
}

type SearchSource = (query: string) => Promise<BookResult[] | undefined>;

export const openSearch = (sources: SearchSource[]) => async (text: string): Promise<BookResult[]> => {
  const query = text.replace(/\s+/g, " ").trim();
  if (!query) return [];
  const answers = await Promise.all(sources.map((search) => search(query)));
  const answered = answers.filter((answer) => answer !== undefined);
  if (answered.length === 0) throw new AppError(503, "sources_unavailable", booksTexts.searchFailed);
  return merge(answered, booksLimits.library.results);
};

interface SourceDeps {
  db: Db;
  clock: () => number;
  log: Log;
  timeout?: number;
}

export const localSource = (source: Source, { log }: SourceDeps): SearchSource => (query) =>
  source.search(query, AbortSignal.any([])).catch((error) => logFailure(log, source, error));

/** A query runs once at a time, not again within ten minutes of its answer, and not while the source is paused. */
export function cachedSource(source: Source, deps: SourceDeps): SearchSource {
  const { db, clock, log, timeout = booksLimits.library.timeout } = deps;
  const breaker = openBreaker(clock);
  const running = new Map<string, ReturnType<SearchSource>>();
  let isRefused = false;

  async function search(query: string): Promise<BookResult[] | undefined> {
    const sourceQuery = { source: source.name, query: query.toLowerCase() };
    const cached = await findAnswer(db, sourceQuery, clock());
    if (cached) return cached;
    const found = await breaker.attempt(() => inTime(timeout, (signal) => source.search(query, signal)));
    if (!found) return undefined;
    const answer = withOwnCovers(found);
    await storeAnswer(db, sourceQuery, answer, clock()).catch((err) => log.warn({ err }, "answer not stored"));
    return answer.results;
  }

  function giveUp(error: unknown): undefined {
    if (isRefused && error instanceof SettingRefused) return;
    isRefused ||= error instanceof SettingRefused;
    logFailure(log, source, error);
  }

  return (query) => {
    const answer = running.get(query) ?? search(query).catch(giveUp).finally(() => running.delete(query));
    running.set(query, answer);
    return answer;
  };
}

/** Ends in time even where the signal is ignored. */
function inTime<T>(timeout: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(new SourceFailure("no answer in time")))
  );
  return Promise.race([act(signal), late]);
}

function logFailure(log: Log, { name }: Source, error: unknown): undefined {
  if (error instanceof SourceFailure) log.warn({ source: name, reason: error.message }, "book source left out");
  else log.error({ source: name, err: error }, "book source failed");
}

function merge(answers: BookResult[][], max: number): BookResult[] {
  const merged: BookResult[] = [];
  const known = new Map<string, number>();
  for (const book of alternating(answers)) {
    const keys = keysOf(book);
    const at = keys.map((key) => known.get(key)).find((index) => index !== undefined) ?? merged.length;
    merged[at] = merged[at] ? completed(merged[at], book) : book;
    for (const key of keys) if (!known.has(key)) known.set(key, at);
  }
  return merged.slice(0, max);
}

function* alternating(answers: BookResult[][]): Generator<BookResult> {
  const longest = Math.max(0, ...answers.map((answer) => answer.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const answer of answers) if (rank < answer.length) yield answer[rank];
  }
}

const keysOf = ({ isbn, title, author }: BookResult): string[] => [
  ...(isbn ? [isbn] : []),
  `${searchable(title)}/${author ? nameKey(author) : ""}`,
];

/** Of the first author the last name and the first initial: `J. K. Rowling` and `Joanne Rowling` are one. */
function nameKey(author: string): string {
  const names = searchable(author.split(/[,;&]/)[0]).split(" ");
  return `${names.at(-1)} ${names.length > 1 ? names[0][0] : ""}`;
}

function completed(book: BookResult, other: BookResult): BookResult {
  const known = Object.entries(book).filter(([, value]) => Array.isArray(value) ? value.length > 0 : value !== null);
  return { ...other, ...Object.fromEntries(known) };
}
