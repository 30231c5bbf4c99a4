/**
 * A connection to a libSQL server: Hrana 2 in JSON over a WebSocket, see
 * https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 *
 * Not that of @libsql/client, which opens a stream for each call: a stream is a connection to SQLite, and opening it
 * costs the server several times what a statement does. It also sends over Deno's own WebSocket, where every request of
 * more than 1 KiB waits up to 40 ms for an acknowledgement (Nagle's algorithm).
 */
import { LibsqlError } from "@libsql/client";
import { WebSocket } from "ws";

const protocol = "hrana2";

export type HranaValue =
  | { type: "null" }
  | { type: "integer"; value: string }
  | { type: "float"; value: number }
  | { type: "text"; value: string }
  | { type: "blob"; base64: string };

/** When a step of a batch is run: after another one that succeeded, or one that did not. */
type Condition = { type: "ok"; step: number } | { type: "not"; cond: Condition };

export interface Step {
  stmt: { sql: string; args: HranaValue[]; want_rows: boolean };
  condition?: Condition;
}

export interface StepResult {
  cols: { name: string | null }[];
  rows: HranaValue[][];
  affected_row_count: number;
  last_insert_rowid?: string | null;
}

export interface HranaError {
  message: string;
  code?: string | null;
}

/** What became of each step: a result, an error, or neither where its condition was not met. */
export interface BatchResult {
  step_results: (StepResult | null)[];
  step_errors: (HranaError | null)[];
}

type Answer =
  | { type: "hello_ok" }
  | { type: "hello_error"; error: HranaError }
  | { type: "response_ok"; request_id: number; response: { result?: unknown } }
  | { type: "response_error"; request_id: number; error: HranaError };

interface Request {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

export interface Options {
  /** With the scheme `ws` or `wss`. */
  url: string;
  authToken?: string;
  /** How long, in milliseconds, a batch may take. */
  timeout: number;
}

/** Milliseconds after which an unused connection may have been cut off: proxies do so after a minute. */
const longestIdle = 30_000;

export class HranaConnection {
  #isLost = false;
  #timeout: number;
  #socket: WebSocket;
  /** Until the socket is open. */
  #unsent: string[] | undefined = [];
  #running = new Map<number, Request>();
  #requests = 0;
  #streams = 0;
  #lastUse = performance.now();
  #idleStreams: number[] = [];

  constructor({ url, authToken = undefined, timeout }: Options) {
    this.#timeout = timeout;
    this.#socket = new WebSocket(url, [protocol], { perMessageDeflate: false });
    this.#socket.on("open", () => this.#opened());
    this.#socket.on("message", (data) => this.#receive(JSON.parse(String(data))));
    this.#socket.on("error", (error) => this.close(error));
    this.#socket.on("close", () => this.close());
    this.#send({ type: "hello", jwt: authToken ?? null });
  }

  /** Whether it is closed, has not answered in time or may have been cut off, so that another one is to be opened. */
  get isLost(): boolean {
    if (this.#running.size === 0 && performance.now() - this.#lastUse > longestIdle) this.close();
    return this.#isLost;
  }

  /**
   * Runs the steps in order, in one round trip. The batches of one connection run in parallel.
   *
   * @throws LibsqlError with the code `SERVER_UNREACHABLE` when it is not answered
   */
  async batch(steps: Step[]): Promise<BatchResult> {
    const stream = this.#idleStreams.pop() ?? this.#openStream();
    let isSound = false;
    try {
      const result = await this.#request({ type: "batch", stream_id: stream, batch: { steps } }) as BatchResult;
      isSound = result.step_errors.every((error) => !error);
      return result;
    } finally {
      if (isSound) this.#idleStreams.push(stream);
      // It may be in a transaction still.
      else if (!this.#isLost) this.#post({ type: "close_stream", stream_id: stream });
    }
  }

  /** Closes it. What is running fails as unreachable. */
  close(cause?: unknown): void {
    this.#isLost = true;
    this.#socket.terminate();
    for (const { reject } of this.#running.values()) reject(unreachable(cause));
    this.#running.clear();
  }

  #openStream(): number {
    const stream = this.#streams++;
    this.#post({ type: "open_stream", stream_id: stream });
    return stream;
  }

  #request(request: object): Promise<unknown> {
    if (this.#isLost) return Promise.reject(unreachable());
    this.#lastUse = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = this.#post(request);
    const timer = setTimeout(() => this.#expire(id), this.#timeout);
    this.#running.set(id, {
      resolve(result) {
        clearTimeout(timer);
        resolve(result);
      },
      reject(error) {
        clearTimeout(timer);
        reject(error);
      },
    });
    return promise;
  }

  /** What else is running may still be answered: one slow statement fails alone. */
  #expire(id: number): void {
    this.#running.get(id)?.reject(unreachable());
    this.#running.delete(id);
    this.#isLost = true;
    this.#closeIfLeft();
  }

  #closeIfLeft(): void {
    if (this.#isLost && this.#running.size === 0) this.close();
  }

  /** Sends a request without waiting for its answer. */
  #post(request: object): number {
    const id = this.#requests++;
    this.#send({ type: "request", request_id: id, request });
    return id;
  }

  #send(message: object): void {
    const text = JSON.stringify(message);
    if (this.#unsent) this.#unsent.push(text);
    else this.#socket.send(text);
  }

  #opened(): void {
    const unsent = this.#unsent!;
    this.#unsent = undefined;
    for (const text of unsent) this.#socket.send(text);
  }

  #receive(answer: Answer): void {
    if (answer.type === "hello_error") return this.close(asLibsqlError(answer.error));
    if (answer.type === "hello_ok") return;
    const request = this.#running.get(answer.request_id);
    if (!request) return;
    this.#running.delete(answer.request_id);
    if (answer.type === "response_ok") request.resolve(answer.response.result);
    else request.reject(asLibsqlError(answer.error));
    this.#closeIfLeft();
  }
}

/** Whether a server answers that it has no WebSocket there. One that cannot be reached may have one. */
export async function refusesWebSockets({ url, timeout }: Options): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = new WebSocket(url, [protocol], { perMessageDeflate: false, handshakeTimeout: timeout });
  socket.on("open", () => resolve(false));
  socket.on("unexpected-response", () => resolve(true));
  socket.on("error", () => resolve(false));
  return await promise.finally(() => socket.terminate());
}

/** The server's error as that of the driver. */
export const asLibsqlError = ({ message, code }: HranaError) => new LibsqlError(message, code ?? "UNKNOWN");

const unreachable = (cause?: unknown) =>
  new LibsqlError("the database server cannot be reached", "SERVER_UNREACHABLE", undefined, undefined, cause as Error);
