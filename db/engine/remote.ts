/** Connections to a libSQL server: over a WebSocket, or over HTTP where the server accepts none. */
import { type Client, createClient } from "@libsql/client";
import { unreachable } from "./errors.ts";
import { refusesWebSockets } from "./server_connection.ts";
import { ServerClient } from "./server_client.ts";

interface Options {
  url: string;
  authToken?: string;
  /** How long a call may take, in milliseconds. */
  timeout: number;
}

/** A client whose calls fail as unreachable if the server does not answer in time. Batches are immediate. */
export async function openServer({ url, authToken, timeout }: Options): Promise<Client> {
  const socket = socketAddress(url);
  const token = authToken ?? socket.searchParams.get("authToken") ?? undefined;
  // Proxies log addresses: the token goes into the first message.
  socket.search = "";
  const options = { url: socket, authToken: token, timeout };
  if (/^wss?:/.test(url) || !await refusesWebSockets(options)) return new ServerClient(options);
  return openHttp({ url, authToken, timeout });
}

/** The address of a server's WebSocket: `libsql:` is with TLS, unless it has `tls=0`. */
function socketAddress(url: string): URL {
  const isPlain = /^(http|ws):/.test(url) || /[?&]tls=0/.test(url);
  return new URL(url.replace(/^\w+:/, isPlain ? "ws:" : "wss:"));
}

function openHttp({ url, authToken, timeout }: Options): Client {
  const client = createClient({ url, authToken, concurrency: 20, fetch: fetchWithin(timeout) });
  const batch = client.batch.bind(client);
  client.batch = (statements) => batch(statements, "write");
  return client;
}

/** Aborts a request that is not answered in time. The driver has no timeout. */
const fetchWithin = (timeout: number) => async (request: Request | URL | string, init?: RequestInit) => {
  try {
    return await fetch(request, { ...init, signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    throw unreachable(error);
  }
};
