/** Requests to other services, which may be slow, broken or hostile. */
import { Buffer } from "node:buffer";
import * as booksLimits from "../contract/books/limits.ts";

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

interface JsonRequest {
  fetch: Fetch;
  signal: AbortSignal;
  settingRefused?: (text: string) => string | undefined;
}

const notFound = new Set([400, 404, 410, 414, 422]);

export async function requestJson(url: URL, { fetch, signal, settingRefused }: JsonRequest): Promise<unknown> {
  const response = await request(fetch, url, { signal, headers: { Accept: "application/json" } });
  if (response.status >= 500 || response.status === 429) throw await statusFailure(response);
  const text = new TextDecoder().decode(await readBody(response, booksLimits.library.answerBytes));
  const wrong = response.ok ? undefined : settingRefused?.(text);
  if (wrong) throw new SettingRefused(wrong);
  if (notFound.has(response.status)) return undefined;
  if (!response.ok) throw await statusFailure(response);
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure("the answer is not JSON");
  }
}

export const userAgent = (publicUrl: string): string => `Chapterhouse (+${publicUrl})`;

export async function request(fetch: Fetch, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw asSourceFailure(error);
  }
}

export async function statusFailure(response: Response): Promise<SourceFailure> {
  await response.body?.cancel();
  return new SourceFailure(`it answered with status ${response.status}`);
}

export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > maxBytes) throw new SourceFailure(`the answer is larger than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw asSourceFailure(error);
  }
  return Buffer.concat(parts, length);
}

function asSourceFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const isLate = error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError");
  return new SourceFailure(isLate ? "no answer in time" : "no connection");
}

/** The message names no address, which may hold a key. */
export class SourceFailure extends Error {}

export class SettingRefused extends SourceFailure {}

const { failures, pause } = booksLimits.library;

// Pauses requests to a service after some failures in a row. Then one is tried; the pause goes on for others until
// that has succeeded.
export function openBreaker(clock: () => number) {
  let failed = 0;
  let pausedUntil = 0;
  return {
    async attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
      if (failed >= failures) {
        const left = pausedUntil - clock();
        // More than a whole pause is left where the clock was set back.
        if (left > 0 && left <= pause) return undefined;
        pausedUntil = clock() + pause;
      }
      try {
        const result = await act();
        failed = 0;
        return result;
      } catch (error) {
        failed++;
        pausedUntil = clock() + pause;
        throw error;
      }
    },
  };
}

/** One for each host, of the last that were asked. */
export function openBreakers(clock: () => number, max = booksLimits.library.hosts) {
  const breakers = new Map<string, ReturnType<typeof openBreaker>>();
  return (url: string) => {
    const { host } = new URL(url);
    const breaker = breakers.get(host) ?? openBreaker(clock);
    breakers.delete(host);
    breakers.set(host, breaker);
    if (breakers.size > max) breakers.delete(breakers.keys().next().value!);
    return breaker;
  };
}
