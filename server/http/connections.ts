import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import * as siteLimits from "../contract/site/limits.ts";
import { networkOf, proxyReader } from "./address.ts";
import type { Backlog, Client, Count } from "./backlog.ts";

/** In milliseconds. */
export interface Timeouts {
  head: number;
  /** For a whole request: at 400 kbit/s the largest body takes three and a half minutes. */
  request: number;
  silence: number;
  rest: number;
}

const timeouts: Timeouts = { head: 15_000, request: 300_000, silence: 120_000, rest: 5_000 };

/** Requests of one connection that are worked on, or wait for their responses to be read; browsers send one. */
const maxInFlight = 2;
const maxQueued = 6;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export function openListener({ head, request, silence }: Timeouts = timeouts): Server {
  const server = createServer({
    headersTimeout: head,
    requestTimeout: request,
    connectionsCheckingInterval: Math.min(head, 5_000),
    ServerResponse: CountedResponse,
  });
  return server.setTimeout(silence);
}

// Requests of one connection wait until the responses to earlier ones have been read; it is closed where it goes on
// sending, or never ends a body. To be called after all request listeners have been added.
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
      else drain(request, rest);
      if (!socket.destroyed) queue[maxInFlight - 1]?.();
    });
    if (queue.length <= maxInFlight) queue.at(-1)!();
  });
}

interface Cap {
  max: number;
  trustedProxies: string[];
  onRefused: () => void;
}

/** A new one replaces the oldest that never sent a request, or is refused. A trusted proxy's are not counted. */
export function capConnections(server: Server, { max, trustedProxies, onRefused }: Cap): void {
  const isProxy = proxyReader(trustedProxies);
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

function drain(request: IncomingMessage, timeout: number): void {
  let rest: number = siteLimits.body.withFiles;
  // Paused, the connection lives on until the timeout: the client can read the response meanwhile.
  request.on("data", ({ length }: Uint8Array) => (rest -= length) < 0 && request.pause()).resume();
  Deno.unrefTimer(setTimeout(() => request.complete || request.socket.destroy(), timeout));
}

/** Per process, as connections are. */
const counts = new WeakMap<Socket, Count>();

export function countConnections(server: Server, backlog: Backlog): void {
  server.on("connection", (socket: Socket) => {
    const connection = { acknowledged: () => bytesAcknowledged(socket), hangUp: () => void socket.destroy() };
    const count = backlog.open(connection, { address: networkOf(socket.remoteAddress) });
    counts.set(socket, count);
    socket.once("close", count.end);
  });
}

export const belongsTo = (socket: Socket, client: Client): void => counts.get(socket)?.belongsTo(client);

type Chunk = string | Uint8Array;
type Callback = (error?: Error | null) => void;

/** Longer texts are sent as bytes: while they wait, the text takes up to twice as much. */
const longText = 64 * 1024;

class CountedResponse extends ServerResponse {
  get #count(): Count | undefined {
    return counts.get(this.req.socket);
  }

  override write(chunk: Chunk, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    const bytes = Buffer.byteLength(chunk);
    const done = typeof encoding === "function" ? encoding : callback;
    const hasRoom = super.write(chunk, typeof encoding === "string" ? encoding : "utf8", (error) => {
      this.#count?.add(-bytes);
      done?.(error);
    });
    this.#count?.add(bytes);
    return hasRoom;
  }

  override end(chunk?: Chunk | Callback, encoding?: BufferEncoding | Callback, callback?: Callback): this {
    if (!chunk || typeof chunk === "function") return super.end(chunk as Callback);
    const bytes = Buffer.byteLength(chunk);
    this.once("finish", () => this.#count?.add(-bytes));
    const isLong = typeof chunk === "string" && bytes > longText;
    super.end(isLong ? Buffer.from(chunk) : chunk, encoding as BufferEncoding, callback);
    this.#count?.add(bytes);
    return this;
  }
}

const symbols = {
  getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
  close: { parameters: ["i32"], result: "i32" },
} as const;

let libc: Deno.DynamicLibrary<typeof symbols> | null | undefined;

function openLibc(): typeof libc {
  try {
    return Deno.dlopen("libc.so.6", symbols);
  } catch {
    return null;
  }
}

const [IPPROTO_TCP, TCP_INFO] = [6, 11];

const offsets = { bytesAcknowledged: 120, unacknowledged: 24 };

/** What the system knows of a connection or a port, and neither Deno nor Node tells (`tcp_info` in linux/tcp.h). */
function tcpInfo(of: Socket | Server): DataView | undefined {
  libc = libc === undefined ? openLibc() : libc;
  if (!libc) return undefined;
  const { _handle: handle } = of as unknown as { _handle: { fdForIpc?(): number } | null };
  const descriptor = handle?.fdForIpc?.() ?? -1;
  if (descriptor < 0) return undefined;
  const info = new DataView(new ArrayBuffer(256));
  const size = new Uint32Array([info.byteLength]);
  const failed = libc.symbols.getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, size);
  libc.symbols.close(descriptor);
  return failed || size[0] < offsets.bytesAcknowledged + 8 ? undefined : info;
}

/** Bytes that the other side has acknowledged: it does so until its own buffer is full, and then as it reads. */
export function bytesAcknowledged(socket: Socket): number | undefined {
  const bytes = tcpInfo(socket)?.getBigUint64(offsets.bytesAcknowledged, true);
  return bytes === undefined ? undefined : Number(bytes);
}

export const connectionsWaiting = (server: Server): number =>
  tcpInfo(server)?.getUint32(offsets.unacknowledged, true) ?? 0;
