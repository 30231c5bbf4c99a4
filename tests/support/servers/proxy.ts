/** A small reverse proxy, as nginx is set up before several instances (see `server/operations/nginx.conf`). */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { sitePaths } from "../../../server/contract/site/paths.ts";

/** Milliseconds without requests for an instance that did not answer, as nginx's `fail_timeout`. */
const failTimeout = 10_000;

/** Listens on a free port and passes requests on to instances on this machine. `await using` closes it. */
export async function startProxy(ports: number[]): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer();
  const sockets = new Set<Socket>();
  /** Until when an instance gets no requests: milliseconds since the epoch. */
  const failedUntil = new Map<number, number>();
  let turn = 0;

  const track = (socket: Socket) =>
    void sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => {}));

  /** The first result of trying the instances one after the other, those that failed lately last. */
  async function tryEach<T>(url: string, attempt: (port: number) => Promise<T | undefined>): Promise<T | undefined> {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const key = pathname.startsWith(sitePaths.socket) && searchParams.get("k");
    const ordered = key
      ? ports.toSorted((a, b) => weight(key, b) - weight(key, a))
      : ports.map((_, n) => ports[(n + turn) % ports.length]);
    if (!key) turn++;
    const hasFailed = (port: number) => Number((failedUntil.get(port) ?? 0) > Date.now());
    for (const port of ordered.toSorted((a, b) => hasFailed(a) - hasFailed(b))) {
      const result = await attempt(port);
      if (result) return result;
      failedUntil.set(port, Date.now() + failTimeout);
    }
  }

  // Forms and messages too are sent to another one, as nginx does with `proxy_next_upstream error timeout
  // non_idempotent`: those of our pages are stored once however often they are sent.
  server.on("request", async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const answer = await tryEach(request.url!, (port) => {
      const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
      const headers = { ...withoutConnection(forwardedHeaders(request)), connection: "close" };
      const { method, url: path } = request;
      const sent = sendRequest({ host: "127.0.0.1", port, method, path, headers, agent: false });
      sent.on("response", resolve).on("error", () => resolve(undefined));
      // A caller who has gone waits for nothing.
      response.on("close", () => sent.destroy());
      sent.end(body);
      return promise;
    });
    response.writeHead(answer?.statusCode ?? 502, answer && withoutConnection(answer.headers));
    if (answer) answer.on("error", () => response.destroy()).pipe(response);
    else response.end();
  });

  // Both ends of a WebSocket see what the other sends, and the end of it.
  server.on("upgrade", async (request, socket: Socket, head) => {
    socket.on("error", () => {});
    const instance = await tryEach(request.url!, async (port) => {
      const connection = connect({ port, host: "127.0.0.1" });
      return await once(connection, "connect").then(() => connection, () => undefined);
    });
    if (!instance) return socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    track(instance);
    const lines = Object.entries(forwardedHeaders(request)).map(([name, value]) => `${name}: ${value}\r\n`);
    instance.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
    instance.write(head);
    instance.pipe(socket).on("close", () => instance.destroy());
    socket.pipe(instance).on("close", () => socket.destroy());
  });
  server.on("connection", track);

  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/**
 * Of rendezvous hashing: the instance with the highest weight gets what has this key. FNV-1a, mixed as in MurmurHash3.
 */
function weight(key: string, port: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${key} ${port}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  return (hash ^ hash >>> 13) >>> 0;
}

/** With the caller's address as the last one. */
const forwardedHeaders = ({ headers, socket }: IncomingMessage): IncomingHttpHeaders => ({
  ...headers,
  "x-forwarded-for": [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", "),
});

/** Whether a connection stays open is settled with each end apart. */
const withoutConnection = ({ connection: _, "keep-alive": _time, ...headers }: IncomingHttpHeaders) => headers;
