/** What one connection may take: nobody holds the others up, neither by haste nor by slowness. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import * as constants from "../contract/constants.ts";
import { networkOf, proxyReader } from "./address.ts";

/** How long a connection may take for what, in milliseconds. */
export interface Timeouts {
  /** Until the head of a request has arrived. */
  head: number;
  /** Until the whole of it has: at 400 kbit/s the largest body takes two minutes. */
  request: number;
  /** Without a byte in either direction. */
  silence: number;
  /** For the rest of a body that was answered before its end. */
  rest: number;
}

const patience: Timeouts = { head: 15_000, request: 180_000, silence: 120_000, rest: 5_000 };

/** Requests that may wait for their answers on one connection: browsers and proxies wait after each. */
const unanswered = 8;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A listener, not yet listening, that hangs up on whoever takes too long. */
export function openListener({ head, request, silence }: Timeouts = patience): Server {
  const connectionsCheckingInterval = Math.min(head, 5_000);
  const server = createServer({ headersTimeout: head, requestTimeout: request, connectionsCheckingInterval });
  return server.setTimeout(silence);
}

/**
 * Hangs up on whoever asks on and on without waiting for answers, or does not come to the end of a body. To be called
 * when everyone who answers requests is there.
 */
export function guardRequests(server: Server, { rest }: Timeouts = patience): void {
  const answer = server.listeners("request") as Listener[];
  const waiting = new WeakMap<Socket, number>();
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { socket } = request;
    const others = waiting.get(socket) ?? 0;
    if (others >= unanswered) socket.destroy();
    if (socket.destroyed) return;
    waiting.set(socket, others + 1);
    response.on("close", () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      if (request.complete) return void request.resume();
      drain(request);
      endIn(rest, request);
    });
    for (const listener of answer) listener.call(server, request, response);
  });
}

interface Cap {
  /** Connections from one address. */
  max: number;
  trustedProxies: string[];
  /** Called for each that is refused. */
  onRefused: () => void;
}

/**
 * Keeps the connections from one address to so many: for a new one the oldest goes on which nothing was ever asked, and
 * where there is none it is refused itself. A trusted proxy's are everybody's, and are not counted. Connections are
 * this process's own, and so is their number.
 */
export function capConnections(server: Server, { max, trustedProxies, onRefused }: Cap): void {
  const isProxy = proxyReader(trustedProxies);
  /** By address: the connections that are open, the oldest first, and those of them on which nothing was asked. */
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
 * How much of a body that was answered before its end is read and thrown away, in bytes: all that any may hold, for its
 * sender may have sent it already and go on to ask for something else. What is larger was answered as the last one.
 */
const drained = constants.body.withImage;

/** Reads on to the end of a body that nobody wants, if it comes soon: another request may follow on the connection. */
function drain(request: IncomingMessage): void {
  let rest = drained;
  // Whoever sends more can read the answer meanwhile.
  request.on("data", ({ length }: Uint8Array) => (rest -= length) < 0 && request.pause()).resume();
}

function endIn(ms: number, request: IncomingMessage): void {
  Deno.unrefTimer(setTimeout(() => request.complete || request.socket.destroy(), ms));
}
