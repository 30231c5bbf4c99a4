import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import process from "node:process";
import { body, socketPacket, socketPackets } from "../contract/site/limits.ts";
import type { Deps } from "../deps.ts";
import type { Client, Count } from "../http/backlog.ts";
import { countBytes } from "../http/body_memory.ts";
import { bytesAcknowledged } from "../http/connections.ts";
import type { ChatSocket } from "./rooms.ts";

type Connection = ChatSocket["conn"];

/** Per process, as connections are. */
const counts = new WeakMap<Connection, Count>();

/** Counts what waits for the client, and sends what one turn of the event loop has for it in one go. */
export function watchPackets({ backlog }: Pick<Deps, "backlog">, conn: Connection, client: Client): void {
  const acknowledged = () => {
    const socket = socketOf(conn);
    return socket && bytesAcknowledged(socket);
  };
  const count = backlog.open({ acknowledged, hangUp: () => hangUp(conn) }, client);
  counts.set(conn, count);
  let [waiting, sending] = [0, 0];
  // One listener for both: for several Node makes a copy of their list with each packet.
  conn.on("packetCreate", (packet: Packet) => {
    const bytes = sizeOf(packet);
    waiting += bytes;
    count.add(bytes);
    batchWrites(conn);
  });
  conn.on("flush", () => {
    sending += waiting;
    waiting = 0;
  });
  const sent = () => {
    count.add(-sending);
    sending = 0;
  };
  conn.transport.on("drain", sent);
  conn.on("upgrade", (transport: Connection["transport"]) => transport.on("drain", sent));
  conn.once("close", count.end);
}

/** Of Engine.IO. What is broadcast has its WebSocket frame, one for all receivers: its head and its content. */
interface Packet {
  data?: string | Uint8Array;
  options?: { wsPreEncodedFrame?: Uint8Array[] };
}

const sizeOf = ({ data, options }: Packet): number =>
  options?.wsPreEncodedFrame?.[1].length ?? (data ? Buffer.byteLength(data) : 0);

export function dropFlooder({ config, log }: Pick<Deps, "config" | "log">, conn: Connection): void {
  if (!config.rateLimits) return;
  let [since, count] = [performance.now(), 0];
  conn.on("packet", () => {
    const now = performance.now();
    if (now - since > socketPackets.every) [since, count] = [now, 0];
    if (++count <= socketPackets.max || conn.readyState !== "open") return;
    log.warn("a socket that floods was disconnected");
    hangUp(conn);
  });
}

/** The ids of connections whose session is known. Per process, as connections are. */
const identified = new Set<string>();

export function identify(conn: Connection, client: Client): void {
  identified.add(idOf(conn));
  counts.get(conn)?.belongsTo(client);
  conn.once("close", () => identified.delete(idOf(conn)));
}

const idOf = (conn: Connection): string => conn["id"];

/** Its request and headers would be held as long as the connection: some kilobytes each. */
export function forgetHandshake({ conn, handshake }: ChatSocket): void {
  conn.request = { socket: conn.request.socket } as typeof conn.request;
  Object.assign(handshake, { headers: {}, query: {}, auth: {} });
}

export function limitUnidentified({ log }: Pick<Deps, "log">, conn: Connection): void {
  if (conn.transport.name !== "websocket") return;
  const { socket } = conn.request;
  let received = 0;
  const onData = ({ length }: Uint8Array) => {
    if (identified.has(idOf(conn))) return void socket.off("data", onData);
    received += length;
    if (received <= body.open || conn.readyState !== "open") return;
    log.warn("a socket without a session sent too much and was disconnected");
    hangUp(conn);
  };
  socket.on("data", onData);
  conn.once("close", () => socket.off("data", onData));
}

export function receivePost(
  { bodies }: Pick<Deps, "bodies">,
  { address, id }: { address: string; id: string },
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): boolean {
  const most = identified.has(id) ? socketPacket : body.open;
  if (Number(request.headers["content-length"] ?? 0) > most) {
    response.writeHead(413, { Connection: "close" }).end();
    return false;
  }
  const count = countBytes(bodies, { address }, { request, response });
  let size = 0;
  request.on("data", ({ length }: Uint8Array) => {
    size += length;
    if (size > most || !count(length)) request.destroy();
  });
  return true;
}

/** Closes a socket without the closing handshake, which may take half a minute. */
function hangUp(conn: Connection): void {
  conn.close(true);
  conn.request.socket.destroy();
}

type Transport = Connection["transport"];

/** A system call costs more than a message. */
function batchWrites(conn: Connection): void {
  const { transport } = conn;
  if (!transport.writable || transport.name !== "websocket") return;
  // As while it writes: the connection collects its packets until the transport is ready again.
  transport.writable = false;
  process.nextTick(send, conn);
}

interface WebSocketTransport extends Transport {
  socket: { _socket: Socket };
}

const socketOf = ({ transport }: Connection): Socket | undefined =>
  transport.name === "websocket" ? (transport as WebSocketTransport).socket._socket : undefined;

function send(conn: Connection): void {
  const socket = socketOf(conn);
  const frames = framesOf(conn["writeBuffer"]);
  // In place of the packets, each of which would be written with a call of its own. Engine.IO takes the frame alone, as
  // no message is compressed.
  if (frames?.length) conn["writeBuffer"] = [{ type: "message", options: { wsPreEncodedFrame: [joined(frames)] } }];
  else socket?.cork();
  conn.transport.writable = true;
  conn["flush"]();
  if (!frames?.length) socket?.uncork();
}

/** @returns undefined where a packet is for this client alone */
function framesOf(packets: Packet[]): Uint8Array[][] | undefined {
  const frames: Uint8Array[][] = [];
  for (const { options } of packets) {
    if (!options?.wsPreEncodedFrame) return undefined;
    frames.push(options.wsPreEncodedFrame);
  }
  return frames;
}

/** What was joined last in this turn, for others in a room. Per process, as sockets are. */
let last: { frames: Uint8Array[][]; bytes: Uint8Array } | undefined;

function joined(frames: Uint8Array[][]): Uint8Array {
  if (!last) queueMicrotask(() => last = undefined);
  const isSame = frames.length === last?.frames.length && frames.every((frame, n) => frame === last!.frames[n]);
  if (!isSame) last = { frames, bytes: Buffer.concat(frames.flat()) };
  return last!.bytes;
}
