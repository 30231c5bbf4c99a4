/**
 * That of @libsql/client opens a stream for each call, which costs the server several times what a statement does. It
 * also sends over Deno's WebSocket, where each request over 1 KiB waits up to 40 ms for an acknowledgement (Nagle).
 */
import { LibsqlError } from "@libsql/client/sqlite3";
import { type Batch, ResponseError, type RowsResult, WsClient, type WsStream } from "@libsql/hrana-client";
import { type ClientOptions, WebSocket } from "ws";
import { unreachable } from "./driver.ts";

type StepResult = PromiseSettledResult<RowsResult | undefined>;

export interface Options {
  url: URL;
  authToken?: string;
  timeout: number;
}

/** Milliseconds: proxies cut an unused connection off after a minute. */
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

  get isLost(): boolean {
    return this.#isLate || this.#client.closed;
  }

  closeIfIdle(): void {
    if (this.#running === 0 && performance.now() - this.#lastUse > longestIdle) this.close();
  }

  /** One round trip; batches run in parallel. @throws LibsqlError where no step is run */
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

/** One that cannot be reached, or is busy, may have one. */
export async function refusesWebSockets({ url, timeout }: Options): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = openSocket(url, { handshakeTimeout: timeout });
  socket.on("open", () => resolve(false));
  socket.on("unexpected-response", (_request, { statusCode }) => resolve(meansNoWebSocket(statusCode!)));
  socket.on("error", () => resolve(false));
  return await promise.finally(() => socket.terminate());
}

/** Missing rights, a timeout, too many requests: for these the address is not the reason. */
const otherRefusals = [401, 403, 408, 429];

/** One of 5xx is of a proxy whose server is away. */
const meansNoWebSocket = (status: number): boolean =>
  status === 501 || (status >= 400 && status < 500 && !otherRefusals.includes(status));

const openSocket = (url: URL, options: ClientOptions = {}) =>
  new WebSocket(url, ["hrana2"], { perMessageDeflate: false, ...options });

function throwAsLibsqlError(error: unknown): never {
  throw error instanceof ResponseError ? new LibsqlError(error.message, error.code ?? "UNKNOWN") : error;
}
