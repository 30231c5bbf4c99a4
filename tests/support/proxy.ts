/** A small reverse proxy, as nginx is set up before several instances (see `server/operations/nginx.conf`). */
import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { sitePaths } from "../../server/contract/site/paths.ts";

/** Milliseconds without requests for an instance that did not answer, as nginx's `fail_timeout`. */
const failTimeout = 10_000;

interface Upstream {
  port: number;
  /** Until when it gets no requests: milliseconds since the epoch. */
  failedUntil: number;
}

/** Listens on a free port and passes requests on to instances on this machine. `await using` closes it. */
export async function startProxy(ports: number[]): Promise<Proxy> {
  const proxy = new Proxy(ports);
  await proxy.listen();
  return proxy;
}

export class Proxy {
  #upstreams: Upstream[];
  #server: Server = createServer((request, response) => void this.#forward(request, response));
  #sockets = new Set<Socket>();
  #turn = 0;

  constructor(ports: number[]) {
    this.#upstreams = ports.map((port) => ({ port, failedUntil: 0 }));
    this.#server.on("upgrade", (request, socket, head) => void this.#tunnel(request, socket as Socket, head));
    this.#server.on("connection", (socket) => this.#track(socket));
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /**
   * Sends a request to one instance after another until one has answered, and 502 when none has. Forms and messages too,
   * as nginx does with `proxy_next_upstream error timeout non_idempotent`: those of our pages are stored once however
   * often they are sent.
   */
  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // As nginx does it: a body that is complete can be sent again.
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    for (const upstream of this.#candidates(request.url!)) {
      const answer = await exchange({ request, response, body }, upstream.port);
      if (answer) {
        response.writeHead(answer.statusCode!, withoutConnection(answer.headers));
        answer.on("error", () => response.destroy()).pipe(response);
        return;
      }
      if (response.destroyed) return;
      upstream.failedUntil = Date.now() + failTimeout;
    }
    response.writeHead(502).end();
  }

  /** Connects a WebSocket with an instance; both ends see what the other sends, and the end of it. */
  async #tunnel(request: IncomingMessage, socket: Socket, head: Uint8Array): Promise<void> {
    socket.on("error", () => {});
    for (const upstream of this.#candidates(request.url!)) {
      const instance = await open(upstream.port);
      if (!instance) {
        upstream.failedUntil = Date.now() + failTimeout;
        continue;
      }
      this.#track(instance);
      const lines = Object.entries(forwardedHeaders(request)).map(([name, value]) => `${name}: ${value}\r\n`);
      instance.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      instance.write(head);
      instance.pipe(socket).on("close", () => instance.destroy());
      socket.pipe(instance).on("close", () => socket.destroy());
      return;
    }
    socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  }

  /** All instances in the order in which they are tried; those that failed lately come last. */
  #candidates(url: string): Upstream[] {
    const { pathname, searchParams } = new URL(url, this.url);
    const key = pathname.startsWith(sitePaths.socket) && searchParams.get("k");
    const inTurn = [...this.#upstreams.keys()].map((n) => this.#upstreams[(n + this.#turn) % this.#upstreams.length]);
    if (!key) this.#turn++;
    const ordered = key ? this.#upstreams.toSorted((a, b) => weight(key, b) - weight(key, a)) : inTurn;
    const now = Date.now();
    return ordered.toSorted((a, b) => Number(a.failedUntil > now) - Number(b.failedUntil > now));
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => {});
  }
}

/** Of rendezvous hashing: the instance with the highest weight gets what has this key. FNV-1a, mixed as in MurmurHash3. */
function weight(key: string, { port }: Upstream): number {
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

/** A connection, or undefined where it is refused. */
async function open(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: "127.0.0.1" });
  return await once(socket, "connect").then(() => socket, () => undefined);
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: Uint8Array;
}

/** @returns the answer's head, or undefined when the connection is refused or breaks before it comes */
function exchange({ request, response, body }: Exchange, port: number): Promise<IncomingMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  const { method, url: path } = request;
  const headers = { ...withoutConnection(forwardedHeaders(request)), connection: "close" };
  const sent = sendRequest({ host: "127.0.0.1", port, method, path, headers, agent: false });
  sent.on("response", resolve).on("error", () => resolve(undefined));
  // A caller who has gone waits for nothing.
  response.on("close", () => sent.destroy());
  sent.end(body);
  return promise;
}
