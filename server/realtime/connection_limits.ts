/** Limits of a socket's connection. */
import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../deps.ts";
import type { Client, Count } from "../http/backlog.ts";
import { countBytes } from "../http/body_memory.ts";
import { bytesAcknowledged } from "../http/tcp_info.ts";
import type { ChatSocket } from "./broadcast.ts";
import { socketOf } from "./write_batching.ts";
import { body, socketPacket, socketPackets } from "../contract/site/limits.ts";

type Connection = ChatSocket["conn"];

/** Per process, as connections are. */
const counts = new WeakMap<Connection, Count>();

/**
 * Counts the packets that a client has not taken, with what waits for others (see `backlog.ts`). One that is
 * disconnected for it, and is merely slow, reconnects and catches up.
 */
export function countBacklog({ backlog }: Pick<Deps, "backlog">, conn: Connection, client: Client): void {
  const acknowledged = () => {
    const socket = socketOf(conn);
    return socket && bytesAcknowledged(socket);
  };
  const count = backlog.open({ acknowledged, hangUp: () => hangUp(conn) }, client);
  counts.set(conn, count);
  /** Bytes of the packets that wait for the transport, and of those that it is sending. */
  let [waiting, sending] = [0, 0];
  conn.on("packetCreate", ({ data }: { data?: string | Uint8Array }) => {
    const bytes = data ? Buffer.byteLength(data) : 0;
    waiting += bytes;
    count.add(bytes);
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

/** Disconnects a client that floods us with packets, with or without a session, unless limits are off. */
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

/** The ids of the connections whose session is known. Per process, as connections are. */
const identified = new Set<string>();

/** Lifts the limits of connections without a session. */
export function identify(conn: Connection, client: Client): void {
  identified.add(idOf(conn));
  counts.get(conn)?.belongsTo(client);
  conn.once("close", () => identified.delete(idOf(conn)));
}

/** The id that polling requests send; private in the library's types. */
const idOf = (conn: Connection): string => conn["id"];

/** Disconnects a WebSocket that sends more than a handshake before its session is known. */
export function limitUnidentified({ log }: Pick<Deps, "log">, conn: Connection): void {
  // The bodies of polling requests are limited by `receivePost`.
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

/**
 * Counts a polling request's body among the bodies in memory, and refuses one that is too large.
 *
 * @param id of the connection
 * @returns whether the body may be read
 */
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
