/** The client of the JSON API. */
import type { Failure, Issue } from "../../server/contract/site/shapes.ts";
import { storageKeys, viewerHeader } from "../../server/contract/site/limits.ts";
import { readStored, store } from "./storage.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";
import { transportTexts } from "../../server/contract/site/texts.ts";

/** A call that failed: the server's answer, or that it could not be reached (status 0). */
export class ApiError extends Error {
  constructor(readonly status: number, readonly failure: Failure) {
    super(failure.message);
  }
}

export const apiBase = () => document.documentElement.dataset.api ?? "/api";

/**
 * Calls the API with the stored token, if there is one, and the cookie.
 *
 * @param path below the API's base path
 * @param more `keepalive` lets a small call outlive its page
 * @returns the answer's body
 * @throws ApiError for every answer but success; after a 401 the token is gone and the browser on its way to log in
 */
export async function call<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  more: Pick<RequestInit, "keepalive"> = {},
): Promise<T> {
  const response = await send(path, { ...more, method, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => undefined) ?? {};
  if (response.ok) return answer as T;
  throw failureOf(response.status, path, answer);
}

/**
 * Reads what nobody on the page has asked for. A failure is only logged: somebody who is not signed in any more is
 * asked to log in by what they do next.
 */
export async function readQuietly<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(apiBase() + path, { headers: callerHeaders(), credentials: "include" });
    if (response.ok) return await response.json() as T;
    console.warn(`Error ${response.status}`, path);
  } catch (error) {
    console.warn(path, error);
  }
}

/** The error for an answer that is no success; after a 401 the token is gone and the browser on its way to log in. */
export function failureOf(status: number, path: string, answer: Partial<Failure>): ApiError {
  const failure = { ...answer, message: messageIn(answer) } as Failure;
  report(status, path, failure);
  if (status === 401) signOut();
  // The token may be the one that is another's: without it the cookie decides, for this page's successor too.
  if (failure.code === "other_viewer") store(storageKeys.token, null);
  return new ApiError(status, failure);
}

async function send(path: string, request: RequestInit): Promise<Response> {
  const headers = {
    ...(request.body !== undefined && { "Content-Type": "application/json" }),
    ...callerHeaders(),
  };
  try {
    return await fetch(apiBase() + path, { ...request, headers, credentials: "include" });
  } catch (error) {
    console.error("Network error", path, error);
    throw unreachable();
  }
}

/** Who calls: the stored token, if there is one, and whom the page is for. */
export function callerHeaders(): Record<string, string> {
  const token = readStored(storageKeys.token);
  const { viewer } = document.documentElement.dataset;
  return { ...(token && { Authorization: `Bearer ${token}` }), ...(viewer && { [viewerHeader]: viewer }) };
}

/** The failure of a call that did not reach the server. */
export const unreachable = (): ApiError =>
  new ApiError(0, { message: transportTexts.network, error: transportTexts.network, code: "network" });

/** The text of a failure; empty where something else than the service answered. */
const messageIn = ({ message, error }: Partial<Record<keyof Failure, unknown>>): string =>
  [message, error].find((text) => typeof text === "string") as string ?? "";

function report(status: number, path: string, failure: Failure): void {
  const kinds: Record<number, string> = { 400: "Bad Request", 404: "Endpoint not found", 500: "Server error" };
  console.error(kinds[status] ?? `Error ${status}`, path, failure.message);
}

/** Milliseconds in which the login page, once it is asked for, is not asked for again. */
const leaving = 5000;
let leftAt = -leaving;

/**
 * Removes the token and goes to the login page, unless that is open already, with what was typed. Each call and the
 * socket may find that a session has ended: only the first of them goes.
 */
export function signOut(): void {
  store(storageKeys.token, null);
  if (location.pathname === accountPaths.login || performance.now() - leftAt < leaving) return;
  leftAt = performance.now();
  location.replace(accountPaths.loginThen(location.pathname + location.search));
}

/** What the server answered to a failed call; empty where it could not be reached. */
export const serverFailure = (error: unknown): Partial<Failure> =>
  error instanceof ApiError && error.status > 0 ? error.failure : {};

/** That the server could not be reached; undefined where a call failed otherwise. */
export const networkHint = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 0 ? error.message : undefined;

/** The text of a failed call for people: the server's, or else the given one, and that the server is out of reach. */
export function failureText(error: unknown, otherwise: string): string {
  const hint = networkHint(error);
  return serverFailure(error).message || (hint ? `${otherwise.replace(/\.$/, "")}. ${hint}` : otherwise);
}

/** The fields that the server found wrong. */
export const fieldErrors = (error: unknown): Issue[] => serverFailure(error).issues ?? [];

/** The failure of a call whose answer does not hold what it should. */
export const invalidAnswer = (text = ""): ApiError =>
  new ApiError(200, { message: text, error: text, code: "invalid_answer" });
