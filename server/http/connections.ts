/** Limits of a connection, so that no client, fast or slow, keeps the others waiting. */
import * as siteLimits from "../contract/site/limits.ts";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf, proxyReader } from "./address.ts";
import { CountedResponse } from "./counted_response.ts";

/** In milliseconds. */
export interface Timeouts {
  /** For the head of a request. */
  head: number;
  /** For a whole request: at 400 kbit/s the largest body takes three and a half minutes. */
  request: number;
  /** Without a byte in either direction. */
  silence: number;
  /** For the rest of a body whose response has been sent. */
  rest: number;
}

const timeouts: Timeouts = { head: 15_000, request: 300_000, silence: 120_000, rest: 5_000 };

/** How many requests of one connection are worked on, or wait for their responses to be read; browsers send one. */
const maxInFlight = 2;
/** How many may wait for their turn behind them: the parser hands on all that arrived together. */
const maxQueued = 6;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server, not yet listening, that closes connections which take too long. */
export function openListener({ head, request, silence }: Timeouts = timeouts): Server {
  const server = createServer({
    headersTimeout: head,
    requestTimeout: request,
    connectionsCheckingInterval: Math.min(head, 5_000),
    ServerResponse: CountedResponse,
  });
  return server.setTimeout(silence);
}

/**
 * Lets requests of one connection wait until the responses to earlier ones have been read. Closes connections that send
 * on and on without waiting for responses, or never end a body. To be called after all request listeners have been
 * added.
 */
export function guardRequests(server: Server, { rest }: Timeouts = timeouts): void {
  const answer = server.listeners("request") as Listener[];
  const queues = new WeakMap<Socket, (() => void)[]>();
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    if (queue.length >= maxInFlight + maxQueued) socket.destroy();
    if (socket.destroyed) return;
    queue.push(() => answer.forEach((listener) => listener.call(server, request, response)));
    response.on("close", () => {
      queue.shift();
      if (request.complete) request.resume();
      else {
        drain(request);
        endIn(rest, request);
      }
      if (!socket.destroyed) queue[maxInFlight - 1]?.();
    });
    if (queue.length <= maxInFlight) queue.at(-1)!();
  });
}

interface Cap {
  /** How many from one address. */
  max: number;
  trustedProxies: string[];
  /** Called for each that is refused. */
  onRefused: () => void;
}

/**
 * Caps the connections from one address: a new one replaces the oldest that never sent a request, or is refused where
 * there is none. A trusted proxy's are not counted. Per process, as connections are.
 */
export function capConnections(server: Server, { max, trustedProxies, onRefused }: Cap): void {
  const isProxy = proxyReader(trustedProxies);
  /** By address, oldest first: the open connections, and those of them that never sent a request. */
  const byAddress = new Map<string, { open: Set<Socket>; silent: Set<Socket> }>();
  const of = (socket: Socket) => byAddress.get(networkOf(socket.remoteAddress));
  server.on("connection", (socket: Socket) => {
    if (isProxy(socket.remoteAddress)) return;
    const address = networkOf(socket.remoteAddress);
    const { open, silent } = byAddress.get(address) ?? { open: new Set(), silent: new Set() };
    byAddress.set(address, { open, silent });
    if (open.size >= max) {
      onRefused();
      const [oldest = socket] = silent;
      oldest.destroy();
      if (oldest === socket) return;
      open.delete(oldest);
      silent.delete(oldest);
    }
    open.add(socket);
    silent.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      silent.delete(socket);
      if (open.size === 0 && byAddress.get(address)?.open === open) byAddress.delete(address);
    });
  });
  for (const event of ["request", "upgrade"]) {
    server.on(event, ({ socket }: IncomingMessage) => of(socket)?.silent.delete(socket));
  }
}

/**
 * How many bytes of a body are read and dropped after its response: as many as any body may have, since another request
 * may follow it. A larger one was refused with `Connection: close`.
 */
const maxDrained = siteLimits.body.withFiles;

/** Reads a body to its end, since another request may follow it on the connection. */
function drain(request: IncomingMessage): void {
  let rest = maxDrained;
  // Paused, the connection lives on until the timeout: the client can read the response meanwhile.
  request.on("data", ({ length }: Uint8Array) => (rest -= length) < 0 && request.pause()).resume();
}

function endIn(ms: number, request: IncomingMessage): void {
  Deno.unrefTimer(setTimeout(() => request.complete || request.socket.destroy(), ms));
}
