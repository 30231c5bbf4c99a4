/** Limits of a socket's connection. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { body, socketBacklog, socketPacket, socketPackets } from "../contract/constants.ts";
import type { Deps } from "../deps.ts";
import { countBytes } from "../http/body_memory.ts";
import type { ChatSocket } from "./broadcast.ts";

type Connection = ChatSocket["conn"];

/**
 * Disconnects a client that does not read, before what waits for it fills our memory. One that is merely slow
 * reconnects and catches up.
 */
export function dropSlowConsumer({ log }: Pick<Deps, "log">, { conn, data: { session } }: ChatSocket): void {
  let waiting = 0;
  conn.on("packetCreate", ({ data }: { data?: string }) => {
    waiting += data?.length ?? 0;
    if (waiting <= socketBacklog || conn.readyState !== "open") return;
    log.warn({ user: session.user.id }, "a socket that does not read was disconnected");
    hangUp(conn);
  });
  conn.on("flush", () => waiting = 0);
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
export function identify(conn: Connection): void {
  identified.add(idOf(conn));
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
