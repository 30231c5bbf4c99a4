/** Requests to other services, which may be slow, broken or hostile. */
import { SettingRefused, SourceFailure } from "./source.ts";

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

interface JsonRequest {
  fetch: Fetch;
  signal: AbortSignal;
  /** Of the response's body, after decompression. */
  maxBytes: number;
  /** Recognizes, by its text, an error that a wrong setting of ours caused; returns what is wrong with it. */
  settingRefused?: (text: string) => string | undefined;
}

/** Statuses of a query the service cannot answer: nothing is found by it. */
const notFound = new Set([400, 404, 410, 414, 422]);

/**
 * Requests JSON.
 *
 * @returns undefined where the service finds nothing
 * @throws SourceFailure when it does not answer, or not with JSON, or with too much of it; SettingRefused when it
 * refuses a setting of ours
 */
export async function requestJson(
  url: URL,
  { fetch, signal, maxBytes, settingRefused }: JsonRequest,
): Promise<unknown> {
  const response = await request(fetch, url, { signal, headers: { Accept: "application/json" } });
  if (response.status >= 500 || response.status === 429) throw await statusFailure(response);
  const text = new TextDecoder().decode(await readBody(response, maxBytes));
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

/** @throws SourceFailure where there is no answer */
export async function request(fetch: Fetch, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw asSourceFailure(error);
  }
}

/** The failure of a response with an error status. */
export async function statusFailure(response: Response): Promise<SourceFailure> {
  await response.body?.cancel();
  return new SourceFailure(`it answered with status ${response.status}`);
}

/**
 * Reads a response's body.
 *
 * @throws SourceFailure when it is larger than `maxBytes`, or breaks off
 */
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
  const bytes = new Uint8Array(length);
  for (let at = 0; parts.length > 0;) {
    const part = parts.shift()!;
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function asSourceFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const isLate = error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError");
  return new SourceFailure(isLate ? "no answer in time" : "no connection");
}
