/** How sources are asked: those of others with patience that ends, our own as it is. */
import type { Db } from "../../db/client.ts";
import { findAnswer, keepAnswered } from "../../db/searches.ts";
import type { BookResult } from "../contract/books.ts";
import * as limits from "../contract/constants.ts";
import type { Log } from "../log.ts";
import { openBreaker } from "./breaker.ts";
import { withOwnCovers } from "./cover_key.ts";
import type { Ask } from "./search.ts";
import { SettingRefused, type Source, SourceFailure } from "./source.ts";

interface Parts {
  db: Db;
  clock: () => number;
  log: Log;
  /** Milliseconds that a source has to answer. */
  timeout?: number;
}

/** Asks a source of our own. */
export const askOwn = (source: Source, { log }: Parts): Ask => (query) =>
  source.search(query, AbortSignal.any([])).catch((error) => leaveOut(log, source, error));

/**
 * Asks a source outside: not twice for the same at once, not for what it said within the last ten minutes, and not
 * while it is spared after failures.
 */
export function askOutside(source: Source, parts: Parts): Ask {
  const { db, clock, log, timeout = limits.library.timeout } = parts;
  const breaker = openBreaker(clock);
  const running = new Map<string, ReturnType<Ask>>();
  let isRefused = false;

  async function ask(query: string): Promise<BookResult[] | undefined> {
    const asked = { source: source.name, query: query.toLowerCase() };
    const kept = await findAnswer(db, asked, clock());
    if (kept) return kept;
    const found = await breaker.attempt(() => inTime(timeout, (signal) => source.search(query, signal)));
    if (!found) return undefined;
    const answer = withOwnCovers(found);
    // A search is answered also where nothing can be saved just now.
    await keepAnswered(db, asked, answer, clock()).catch((err) => log.warn({ err }, "answer not kept"));
    return answer.results;
  }

  /** That a setting is refused is said once: it changes with the next start only. */
  function giveUp(error: unknown): undefined {
    if (isRefused && error instanceof SettingRefused) return;
    isRefused ||= error instanceof SettingRefused;
    leaveOut(log, source, error);
  }

  return (query) => {
    const answer = running.get(query) ?? ask(query).catch(giveUp)
      .finally(() => running.delete(query));
    running.set(query, answer);
    return answer;
  };
}

/** Waits no longer than that, also for what does not heed the signal. */
function inTime<T>(timeout: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(new SourceFailure("no answer in time")))
  );
  return Promise.race([act(signal), late]);
}

function leaveOut(log: Log, { name }: Source, error: unknown): undefined {
  if (error instanceof SourceFailure) log.warn({ source: name, reason: error.message }, "book source left out");
  else log.error({ source: name, err: error }, "book source failed");
}
