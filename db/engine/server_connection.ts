/**
 * A connection to a libSQL server over a WebSocket.
 *
 * Not that of @libsql/client, which opens a stream for each call: a stream is a connection to SQLite, and opening it
 * costs the server several times what a statement does. It also sends over Deno's own WebSocket, where every request of
 * more than 1 KiB waits up to 40 ms for an acknowledgement (Nagle's algorithm).
 */
import { LibsqlError } from "@libsql/client/sqlite3";
import { type Batch, ResponseError, type RowsResult, WsClient, type WsStream } from "@libsql/hrana-client";
import { type ClientOptions, WebSocket } from "ws";
import { unreachable } from "./errors.ts";

/** What became of a step: its rows, none where its condition was not met, or its error. */
export type StepResult = PromiseSettledResult<RowsResult | undefined>;

export interface Options {
  /** With the scheme `ws` or `wss`. */
  url: URL;
  authToken?: string;
  /** How long, in milliseconds, a batch may take. */
  timeout: number;
}

/** Milliseconds after which an unused connection may have been cut off: proxies do so after a minute. */
const longestIdle = 30_000;

export class ServerConnection {
  #socket: WebSocket;
  #client: WsClient;
  #timeout: number;
  #idleStreams: WsStream[] = [];
  #running = 0;
  #isLate = false;
  #lastUse = performance.now();

  constructor({ url, authToken, timeout }: Options) {
    this.#socket = openSocket(url);
    this.#client = new WsClient(this.#socket, authToken);
    this.#timeout = timeout;
  }

  /** Whether it is closed or has not answered in time, so that another one is to be opened. */
  get isLost(): boolean {
    return this.#isLate || this.#client.closed;
  }

  /** Closes it where it has been unused for so long that it may have been cut off. */
  closeIfIdle(): void {
    if (this.#running === 0 && performance.now() - this.#lastUse > longestIdle) this.close();
  }

  /**
   * Runs the steps that are added in order, in one round trip. The batches of one connection run in parallel.
   *
   * @throws LibsqlError the server's error where it runs no step, or one with the code `SERVER_UNREACHABLE`
   */
  async batch(addSteps: (batch: Batch) => Promise<RowsResult | undefined>[]): Promise<StepResult[]> {
    const stream = this.#idleStreams.pop() ?? this.#client.openStream();
    const batch = stream.batch();
    const results = Promise.allSettled(addSteps(batch).map((step) => step.catch(throwAsLibsqlError)));
    let isSound = false;
    this.#running++;
    this.#lastUse = performance.now();
    try {
      await this.#inTime(batch.execute());
      isSound = (await results).every(({ status }) => status === "fulfilled");
    } catch (error) {
      if (this.#client.closed) throw unreachable(error);
      return throwAsLibsqlError(error);
    } finally {
      this.#running--;
      if (isSound) this.#idleStreams.push(stream);
      // It may be in a transaction still.
      else stream.close();
      if (this.#isLate && this.#running === 0) this.close();
    }
    return await results;
  }

  /** Closes it. What is running fails as unreachable. */
  close(): void {
    this.#client.close();
    // Without waiting for the server's part of closing it.
    this.#socket.terminate();
  }

  /** What else is running may still be answered: one slow statement fails alone. */
  async #inTime(work: Promise<void>): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#isLate = true;
      reject(unreachable());
    }, this.#timeout);
    await Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
}

/** Whether a server answers that it has no WebSocket there. One that cannot be reached, or is busy, may have one. */
export async function refusesWebSockets({ url, timeout }: Options): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = openSocket(url, { handshakeTimeout: timeout });
  socket.on("open", () => resolve(false));
  socket.on("unexpected-response", (_request, { statusCode }) => resolve(meansNoWebSocket(statusCode!)));
  socket.on("error", () => resolve(false));
  return await promise.finally(() => socket.terminate());
}

/** Statuses of 4xx for which the address is not the reason: missing rights, a timeout, too many requests. */
const otherRefusals = [401, 403, 408, 429];

/** Whether an HTTP status in place of a WebSocket is for good. One of 5xx is of a proxy whose server is away. */
const meansNoWebSocket = (status: number): boolean =>
  status === 501 || (status >= 400 && status < 500 && !otherRefusals.includes(status));

/** For the protocol's second version, in JSON: what the third one has more is not needed here. */
const openSocket = (url: URL, options: ClientOptions = {}) =>
  new WebSocket(url, ["hrana2"], { perMessageDeflate: false, ...options });

/** The server's error as that of the driver. */
function throwAsLibsqlError(error: unknown): never {
  throw error instanceof ResponseError ? new LibsqlError(error.message, error.code ?? "UNKNOWN") : error;
}
