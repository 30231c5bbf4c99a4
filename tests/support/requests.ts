/** Requests as a browser makes them: with a cookie, with forms, without following redirects. */
import assert from "node:assert/strict";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { zoneCookie } from "../../server/contract/site/limits.ts";
import type { TestApp } from "./app.ts";
import { assertDescribed } from "./described.ts";

interface Holder {
  token: string;
}

/** Compressing an answer takes longer than most of them, and is tested where it is the point. */
export const uncompressed = { "Accept-Encoding": "identity" };

export const cookieOf = ({ token }: Holder): string => `${sessionCookie}=${token}`;

/** Asks for a path of the app, with the cookie of someone or as a visitor. */
export async function visit(
  { url }: Pick<TestApp, "url">,
  path: string,
  as?: Holder | null,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(url + path, {
    redirect: "manual",
    ...init,
    headers: { ...uncompressed, ...(as && { Cookie: cookieOf(as) }), ...init.headers as Record<string, string> },
  });
  if (path.startsWith("/api/") && response.status >= 400) {
    const body = await response.clone().json();
    assertDescribed(init.method ?? "GET", path.slice("/api".length), { status: response.status, body });
  }
  return response;
}

/** As a browser whose zone is known. */
export const visitIn = (
  app: Pick<TestApp, "url">,
  path: string,
  { as, zone }: { as: Holder; zone: string },
): Promise<Response> => visit(app, path, as, { headers: { Cookie: `${cookieOf(as)}; ${zoneCookie}=${zone}` } });

/** Sends a form from a page of the app. */
export const submit = (
  app: Pick<TestApp, "url">,
  path: string,
  as: Holder | null,
  fields: Record<string, string>,
): Promise<Response> =>
  visit(app, path, as, { method: "POST", headers: { Origin: app.url }, body: new URLSearchParams(fields) });

/** Sends a body of any kind to the API as a visitor, and reads the answer's JSON. */
export async function send({ url, deps }: TestApp, path: string, init: RequestInit) {
  const response = await fetch(url + deps.config.apiBase + path, { method: "POST", ...init });
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  assertDescribed(init.method ?? "POST", path, answer);
  return answer;
}

/** A cookie that an answer sets: its value, and its attributes in lower case. */
export function setCookieOf({ headers }: { headers: Headers }, name = sessionCookie) {
  const line = headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  if (!line) return undefined;
  const [pair, ...attributes] = line.split("; ");
  return { value: pair.slice(name.length + 1), attributes: attributes.map((one) => one.toLowerCase()).sort() };
}

/** Asserts that an answer is a failure as the contract has it, with nothing else in it. */
export function assertFailure(
  { status, body }: { status: number; body: unknown },
  expected: { status: number; code: string; message: string },
): void {
  const { message, code } = expected;
  assert.deepEqual({ status, body }, { status: expected.status, body: { message, error: message, code } });
}

interface Failed {
  status: number;
  body: { code?: string };
}

/** The status of an answer, and the code of a failure: `404 not_found`. */
export const codeOf = ({ status, body }: Failed): string => `${status} ${body.code ?? ""}`.trim();

/** Asserts that an answer failed with a code, whatever its text. */
export const assertCode = (answer: Failed, { status, code }: { status: number; code: string }): void =>
  assert.equal(codeOf(answer), `${status} ${code}`);
