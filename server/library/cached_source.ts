/** Searching sources: remote ones with a cache, a timeout and a breaker, our own directly. */
import * as booksLimits from "../contract/books/limits.ts";
import type { Db } from "../../db/engine/client.ts";
import { findAnswer, storeAnswer } from "../../db/books/searches.ts";
import type { BookResult } from "../contract/books/books.ts";
import type { Log } from "../log/log.ts";
import { openBreaker } from "./breaker.ts";
import { withOwnCovers } from "./cover_key.ts";
import type { SearchSource } from "./search.ts";
import { SettingRefused, type Source, SourceFailure } from "./source.ts";

interface Parts {
  db: Db;
  clock: () => number;
  log: Log;
  /** Milliseconds that a source has to answer. */
  timeout?: number;
}

/** Searches a source of our own. */
export const localSource = (source: Source, { log }: Parts): SearchSource => (query) =>
  source.search(query, AbortSignal.any([])).catch((error) => logFailure(log, source, error));

/**
 * Searches a remote source: a query only once at a time, not again within ten minutes of its answer, and not while the
 * source is paused after failures.
 */
export function cachedSource(source: Source, parts: Parts): SearchSource {
  const { db, clock, log, timeout = booksLimits.library.timeout } = parts;
  const breaker = openBreaker(clock);
  const running = new Map<string, ReturnType<SearchSource>>();
  let isRefused = false;

  async function search(query: string): Promise<BookResult[] | undefined> {
    const asked = { source: source.name, query: query.toLowerCase() };
    const cached = await findAnswer(db, asked, clock());
    if (cached) return cached;
    const found = await breaker.attempt(() => inTime(timeout, (signal) => source.search(query, signal)));
    if (!found) return undefined;
    const answer = withOwnCovers(found);
    // A search is answered even while nothing can be stored.
    await storeAnswer(db, asked, answer, clock()).catch((err) => log.warn({ err }, "answer not stored"));
    return answer.results;
  }

  /** A refused setting is logged once: it changes with the next start only. */
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
