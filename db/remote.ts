/** Connections to a libSQL server. Neither of the driver's two clients has a timeout. */
import { type Client, createClient, LibsqlError, type TransactionMode } from "@libsql/client";
import { libsqlError } from "./errors.ts";

interface Options {
  url: string;
  authToken?: string;
  /** How long a call may take, in milliseconds. */
  timeout: number;
}

/**
 * A client whose calls fail if the server does not answer in time, and which then opens a new connection: nothing is
 * answered any more over a dead one. Batches are immediate transactions.
 */
export function openServer({ url, authToken, timeout }: Options): Client {
  const open = () => createClient({ url, authToken, concurrency: 20, fetch: fetchWithin(timeout) });
  let current = open();

  function replace(client: Client): void {
    if (client !== current || client.closed) return;
    current = open();
    client.close();
  }

  async function inTime<T>(call: (client: Client) => Promise<T>): Promise<T> {
    const client = current;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(unreachable());
      replace(client);
    }, timeout);
    try {
      return await Promise.race([call(client), late]);
    } catch (error) {
      const isLeft = client !== current || client.closed;
      throw isLeft && !isFromServer(error) ? unreachable(error) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    execute: (...args: unknown[]) => inTime((client) => client.execute(...args as [string])),
    batch: (statements) => inTime((client) => client.batch(statements, "write")),
    migrate: (statements) => inTime((client) => client.migrate(statements)),
    transaction: (mode?: TransactionMode) => inTime((client) => client.transaction(mode ?? "write")),
    executeMultiple: (sql) => inTime((client) => client.executeMultiple(sql)),
    sync: () => current.sync(),
    reconnect: () => current.reconnect(),
    close: () => current.close(),
    get closed() {
      return current.closed;
    },
    get protocol() {
      return current.protocol;
    },
  };
}

/** Whether the error is the server's answer; the driver has many other errors for a connection that we closed. */
const isFromServer = (error: unknown) => /^SQLITE_/.test(libsqlError(error)?.code ?? "");

const unreachable = (cause?: unknown) =>
  new LibsqlError("the database server cannot be reached", "SERVER_UNREACHABLE", undefined, undefined, cause as Error);

/** Aborts a request that is not answered in time. */
const fetchWithin = (timeout: number) => async (request: Request | URL | string, init?: RequestInit) => {
  try {
    return await fetch(request, { ...init, signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    throw unreachable(error);
  }
};
