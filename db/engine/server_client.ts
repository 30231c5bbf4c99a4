import { type Client, createClient, type ResultSet } from "@libsql/client";
import { type Batch, BatchCond, type BatchStep, type RowsResult, Stmt } from "@libsql/hrana-client";
import {
  atIndex,
  isUnavailable,
  mapBatch,
  notSupported,
  partsOf,
  resultOf,
  type Statement,
  unreachable,
} from "./driver.ts";
import { type Options, refusesWebSockets, ServerConnection } from "./server_connection.ts";

interface Read {
  statement: Stmt;
  resolve: (result: ResultSet) => void;
  reject: (error: unknown) => void;
}

/** Round trips of reads at a time, as in the driver; further reads share the next one. */
const concurrency = 20;

/** Reads that are asked for in one turn of the event loop share a round trip. */
export class ServerClient implements Client {
  readonly protocol = "ws";
  closed = false;
  #options: Options;
  #connection: ServerConnection;
  #reads: Read[] = [];
  /** Of a round trip that failed as a whole: each goes out in one of its own. */
  #singleReads: Read[] = [];
  #sending = 0;
  #isScheduled = false;

  constructor(options: Options) {
    this.#options = options;
    this.#connection = new ServerConnection(options);
  }

  async execute(statement: Statement): Promise<ResultSet> {
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet>();
    this.#reads.push({ statement: asStmt(statement), resolve, reject });
    this.#schedule();
    return await promise;
  }

  async batch(statements: Statement[]): Promise<ResultSet[]> {
    return await this.#transact(mapBatch(statements, asStmt));
  }

  async migrate(statements: Statement[]): Promise<ResultSet[]> {
    return await this.#transact(mapBatch(statements, asStmt), {
      before: ["PRAGMA foreign_keys=off"],
      after: ["PRAGMA foreign_keys=on"],
    });
  }

  executeMultiple = notSupported;
  transaction = notSupported;
  sync = notSupported;

  reconnect(): Promise<void> {
    return Promise.try(() => {
      this.close();
      this.#connection = new ServerConnection(this.#options);
      this.closed = false;
    });
  }

  close(): void {
    this.closed = true;
    this.#connection.close();
  }

  #open(): ServerConnection {
    this.#connection.closeIfIdle();
    if (this.#connection.isLost && !this.closed) this.#connection = new ServerConnection(this.#options);
    return this.#connection;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      while (this.#singleReads.length > 0 && this.#sending < concurrency) {
        void this.#sendReads(this.#singleReads.splice(0, 1));
      }
      if (this.#reads.length > 0 && this.#sending < concurrency) void this.#sendReads(this.#reads.splice(0));
    });
  }

  async #sendReads(reads: Read[]): Promise<void> {
    this.#sending++;
    try {
      const results = await this.#open().batch((batch) => reads.map(({ statement }) => batch.step().query(statement)));
      for (const [index, { resolve, reject }] of reads.entries()) {
        const result = results[index];
        if (result.status === "fulfilled") resolve(asResult(result.value!));
        else reject(result.reason);
      }
    } catch (error) {
      // The server runs no step of a batch where one cannot be parsed.
      if (reads.length > 1 && !isUnavailable(error)) this.#singleReads.push(...reads);
      else for (const { reject } of reads) reject(error);
    }
    this.#sending--;
    if (this.#reads.length > 0 || this.#singleReads.length > 0) this.#schedule();
  }

  async #transact(
    statements: Stmt[],
    { before = [], after = [] }: { before?: string[]; after?: string[] } = {},
  ): Promise<ResultSet[]> {
    const results = await this.#open().batch((batch) => {
      const { last, results } = addChain(batch, [...before, "BEGIN IMMEDIATE", ...statements, "COMMIT"]);
      const rollback = batch.step().condition(BatchCond.not(BatchCond.ok(last))).query("ROLLBACK");
      return [...results, rollback, ...after.map((text) => batch.step().query(text))];
    });
    const first = before.length + 1;
    // What follows the COMMIT changes nothing any more: reported as failed, a stored write would be sent again.
    const failed = results.slice(0, first + statements.length + 1).find((result) => result.status === "rejected");
    if (failed) {
      const index = results.indexOf(failed) - first;
      throw index >= 0 && index < statements.length ? atIndex(failed.reason, index) : failed.reason;
    }
    const stored = results.slice(first, first + statements.length);
    return stored.map((result) => asResult((result as PromiseFulfilledResult<RowsResult>).value));
  }
}

function asStmt(statement: Statement): Stmt {
  const { sql, args } = partsOf(statement);
  return new Stmt(sql).bindIndexes(args);
}

function addChain(batch: Batch, statements: (Stmt | string)[]) {
  let last: BatchStep | undefined;
  const results = statements.map((statement) => {
    const step = batch.step();
    if (last) step.condition(BatchCond.ok(last));
    last = step;
    return step.query(statement);
  });
  return { results, last: last! };
}

const asResult = ({ columnNames, rows, affectedRowCount, lastInsertRowid }: RowsResult): ResultSet =>
  resultOf({
    columns: columnNames.map((name) => name ?? ""),
    rows,
    rowsAffected: affectedRowCount,
    lastInsertRowid,
  });

interface ServerAddress {
  url: string;
  authToken?: string;
  /** Milliseconds in which each call must be answered. */
  timeout: number;
}

export async function openServer({ url, authToken, timeout }: ServerAddress): Promise<Client> {
  const socket = socketAddress(url);
  const token = authToken ?? socket.searchParams.get("authToken") ?? undefined;
  // Proxies log addresses: the token goes into the first message.
  socket.search = "";
  const options = { url: socket, authToken: token, timeout };
  if (/^wss?:/.test(url) || !await refusesWebSockets(options)) return new ServerClient(options);
  return openHttp({ url, authToken, timeout });
}

/** `libsql:` is with TLS, unless it has `tls=0`. */
function socketAddress(url: string): URL {
  const isPlain = /^(http|ws):/.test(url) || /[?&]tls=0/.test(url);
  return new URL(url.replace(/^\w+:/, isPlain ? "ws:" : "wss:"));
}

function openHttp({ url, authToken, timeout }: ServerAddress): Client {
  const client = createClient({ url, authToken, concurrency: 20, fetch: fetchWithin(timeout) });
  const batch = client.batch.bind(client);
  client.batch = (statements) => batch(statements, "write");
  return client;
}

/** The driver has no timeout. */
const fetchWithin = (timeout: number) => async (request: Request | URL | string, init?: RequestInit) => {
  try {
    return await fetch(request, { ...init, signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    throw unreachable(error);
  }
};
