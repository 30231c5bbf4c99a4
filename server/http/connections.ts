/** What one connection may take: nobody holds the others up, neither by haste nor by slowness. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf, proxyReader } from "./address.ts";

/** How long a connection may take for what, in milliseconds. */
export interface Patience {
  /** Until the head of a request has arrived. */
  head: number;
  /** Until the whole of it has: at 400 kbit/s the largest body takes two minutes. */
  request: number;
  /** Without a byte in either direction. */
  silence: number;
  /** For the rest of a body that was answered before its end. */
  rest: number;
}

const patience: Patience = { head: 15_000, request: 180_000, silence: 120_000, rest: 5_000 };

/** Requests that may wait for their answers on one connection: browsers and proxies wait after each. */
const unanswered = 8;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A listener, not yet listening, that hangs up on whoever takes too long. */
export function openListener({ head, request, silence }: Patience = patience): Server {
  const connectionsCheckingInterval = Math.min(head, 5_000);
  const server = createServer({ headersTimeout: head, requestTimeout: request, connectionsCheckingInterval });
  return server.setTimeout(silence);
}

/**
 * Hangs up on whoever asks on and on without waiting for answers, or does not come to the end of a body. To be called
 * when everyone who answers requests is there.
 */
export function guardRequests(server: Server, { rest }: Patience = patience): void {
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
      if (!request.complete) endIn(rest, request);
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
 * Hangs up on connections beyond so many from one address. A trusted proxy's are everybody's, and are not counted.
 * Connections are this process's own, and so is their number.
 */
export function capConnections(server: Server, { max, trustedProxies, onRefused }: Cap): void {
  const isProxy = proxyReader(trustedProxies);
  const open = new Map<string, number>();
  const count = (address: string, change: number) => {
    const now = (open.get(address) ?? 0) + change;
    if (now > 0) open.set(address, now);
    else open.delete(address);
    return now;
  };
  server.on("connection", (socket: Socket) => {
    if (isProxy(socket.remoteAddress)) return;
    const address = networkOf(socket.remoteAddress);
    socket.once("close", () => count(address, -1));
    if (count(address, 1) <= max) return;
    onRefused();
    socket.destroy();
  });
}

function endIn(ms: number, request: IncomingMessage): void {
  Deno.unrefTimer(setTimeout(() => request.complete || request.socket.destroy(), ms));
}
