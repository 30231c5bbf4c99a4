import type { Answer, Call, Input, Params } from "../../routes/api/calls.ts";
import type { Failure, Issue } from "../../server/contract/site/shapes.ts";
import { storageKeys, viewerHeader } from "../../server/contract/site/limits.ts";
import { readStored, store } from "./storage.ts";
import { loginPaths } from "../../server/contract/account/paths.ts";
import { transportTexts } from "../../server/contract/site/texts.ts";

export class ApiError extends Error {
  constructor(readonly status: number, readonly failure: Failure) {
    super(failure.message);
  }
}

export const apiBase = () => document.documentElement.dataset.api ?? "/api";

/** `keepalive` lets a small call outlive its page. */
type Options = Pick<RequestInit, "keepalive">;

/** @throws ApiError for every answer but success; after a 401 the token is gone and the browser on its way to log in */
export const call = <C extends Call>(name: C, params: Params<C>, ...[input, options]: Rest<C>): Promise<Answer<C>> =>
  send(request(name, params, input as Input<C>), options);

type Rest<C extends Call> = undefined extends Input<C> ? [input?: Input<C>, options?: Options]
  : [input: Input<C>, options?: Options];

/** Nobody has asked for it: a failure is only logged. */
export async function readQuietly<C extends Call>(name: C, params: Params<C>): Promise<Answer<C> | undefined> {
  const [, path] = addressOf(name, params);
  try {
    const response = await fetch(apiBase() + path, { headers: callerHeaders(), credentials: "include" });
    if (response.ok) return await response.json();
    console.warn(`Error ${response.status}`, path);
  } catch (error) {
    console.warn(path, error);
  }
}

interface Request<C extends Call> {
  method: MethodOf<C>;
  /** Below the API's base path. */
  path: string;
  body: Input<C>;
  /** What the server answers: only its type. */
  answer?: Answer<C>;
}

type MethodOf<C extends Call> = C extends `${infer Method} ${string}` ? Method : never;

/** What a call sends: its input is the body, or the query of a GET. */
export function request<C extends Call>(name: C, params: Params<C>, input: Input<C>) {
  const [method, path] = addressOf(name, params);
  const sent = method === "GET" ? { method, path: path + queryOf(input) } : { method, path, body: input };
  return sent as Request<C>;
}

export function addressOf<C extends Call>(name: C, params: Params<C>): [method: string, path: string] {
  const [method, path] = name.split(" ");
  const filled = path.replace(/:(\w+)/g, (_, param) => encodeURIComponent((params as Record<string, string>)[param]));
  return [method, filled];
}

function queryOf(input: object = {}): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  return fields.length === 0 ? "" : `?${new URLSearchParams(fields)}`;
}

/** @throws ApiError */
export async function send<T>(
  { method, path, body }: { method: string; path: string; body?: unknown },
  options?: Options,
) {
  const response = await reach(path, { ...options, method, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => undefined) ?? {};
  if (response.ok) return answer as T;
  throw failureOf(response.status, path, answer);
}

/** Sends a form as it is, also while its page ends: what becomes of it is of no interest. */
export function post(form: HTMLFormElement): void {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(console.warn);
}

export function failureOf(status: number, path: string, answer: Partial<Failure>): ApiError {
  const failure = { ...answer, message: messageIn(answer) } as Failure;
  report(status, path, failure);
  if (status === 401) signOut();
  // The token may be the one that is another's: without it the cookie decides, for this page's successor too.
  if (failure.code === "other_viewer") store(storageKeys.token, null);
  return new ApiError(status, failure);
}

async function reach(path: string, request: RequestInit): Promise<Response> {
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

export function callerHeaders(): Record<string, string> {
  const token = readStored(storageKeys.token);
  const { viewer } = document.documentElement.dataset;
  return { ...(token && { Authorization: `Bearer ${token}` }), ...(viewer && { [viewerHeader]: viewer }) };
}

export const unreachable = (): ApiError =>
  new ApiError(0, { message: transportTexts.network, error: transportTexts.network, code: "network" });

const messageIn = ({ message, error }: Partial<Record<keyof Failure, unknown>>): string =>
  [message, error].find((text) => typeof text === "string") as string ?? "";

function report(status: number, path: string, failure: Failure): void {
  const kinds: Record<number, string> = { 400: "Bad Request", 404: "Endpoint not found", 500: "Server error" };
  console.error(kinds[status] ?? `Error ${status}`, path, failure.message);
}

const leaving = 5000;
let leftAt = -leaving;

/** Each call and the socket may find that a session has ended: only the first of them leaves, with what was typed. */
export function signOut(): void {
  store(storageKeys.token, null);
  if (location.pathname === loginPaths.login || performance.now() - leftAt < leaving) return;
  leftAt = performance.now();
  location.replace(loginPaths.loginThen(location.pathname + location.search));
}

export const serverFailure = (error: unknown): Partial<Failure> =>
  error instanceof ApiError && error.status > 0 ? error.failure : {};

export const networkHint = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 0 ? error.message : undefined;

export function failureText(error: unknown, otherwise: string): string {
  const hint = networkHint(error);
  return serverFailure(error).message || (hint ? `${otherwise.replace(/\.$/, "")}. ${hint}` : otherwise);
}

export const fieldErrors = (error: unknown): Issue[] => serverFailure(error).issues ?? [];

export const invalidAnswer = (text = ""): ApiError =>
  new ApiError(200, { message: text, error: text, code: "invalid_answer" });
