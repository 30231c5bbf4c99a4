/** Requests to services of others, which may be slow, broken or hostile. */
import { SettingRefused, SourceFailure } from "./source.ts";

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

interface Asking {
  fetch: Fetch;
  signal: AbortSignal;
  /** Of the answer's body, after decompression. */
  maxBytes: number;
  /** Tells a refusal that a setting of ours is to blame for, by its text; gives what is wrong with it. */
  settingRefused?: (text: string) => string | undefined;
}

/** Answers that say the question was the fault: there is nothing to be found by it. */
const notFound = new Set([400, 404, 410, 414, 422]);

/**
 * Asks for JSON.
 *
 * @returns undefined where the service does not know what is asked for
 * @throws SourceFailure when it does not answer, or not with JSON, or with too much of it; SettingRefused when it refuses
 * what we ask with
 */
export async function askJson(url: URL, { fetch, signal, maxBytes, settingRefused }: Asking): Promise<unknown> {
  const response = await ask(fetch, url, { signal, headers: { Accept: "application/json" } });
  if (response.status >= 500 || response.status === 429) throw await refused(response);
  const text = new TextDecoder().decode(await readBody(response, maxBytes));
  const wrong = response.ok ? undefined : settingRefused?.(text);
  if (wrong) throw new SettingRefused(wrong);
  if (notFound.has(response.status)) return undefined;
  if (!response.ok) throw await refused(response);
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure("the answer is not JSON");
  }
}

/** Asks, and says in our words what went wrong where no answer came. */
export async function ask(fetch: Fetch, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw unheard(error);
  }
}

/** The failure that an answer with an error's status is. */
export async function refused(response: Response): Promise<SourceFailure> {
  await response.body?.cancel();
  return new SourceFailure(`it answered with status ${response.status}`);
}

/**
 * Reads an answer's body.
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
    throw unheard(error);
  }
  const bytes = new Uint8Array(length);
  for (let at = 0; parts.length > 0;) {
    const part = parts.shift()!;
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function unheard(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const isLate = error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError");
  return new SourceFailure(isLate ? "no answer in time" : "no connection");
}
