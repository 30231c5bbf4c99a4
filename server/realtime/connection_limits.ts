/** What one connection may take before the others would feel it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { body, socketBacklog, socketPacket, socketPackets } from "../contract/constants.ts";
import type { Deps } from "../deps.ts";
import { countBytes } from "../http/body_memory.ts";
import type { ChatSocket } from "./broadcast.ts";

type Connection = ChatSocket["conn"];

/**
 * A client that takes in nothing does not fill our memory: with so much waiting for it, it is cut off. One that is
 * merely slow comes back and asks for what it missed.
 */
export function dropSlowConsumer({ log }: Deps, { conn, data: { session } }: ChatSocket): void {
  let waiting = 0;
  conn.on("packetCreate", ({ data }: { data?: string }) => {
    waiting += data?.length ?? 0;
    if (waiting <= socketBacklog || conn.readyState !== "open") return;
    log.warn({ user: session.user.id }, "a socket that takes in nothing was cut off");
    hangUp(conn);
  });
  conn.on("flush", () => waiting = 0);
}

/** A client that sends without end, with a session or without one, is cut off before the others wait for it. */
export function dropFlooder({ log }: Deps, conn: Connection): void {
  let [since, count] = [performance.now(), 0];
  conn.on("packet", () => {
    const now = performance.now();
    if (now - since > socketPackets.every) [since, count] = [now, 0];
    if (++count <= socketPackets.max || conn.readyState !== "open") return;
    log.warn("a socket that sends without end was cut off");
    hangUp(conn);
  });
}

/** The ids of this process's connections of which it is known whose they are. */
const identified = new Set<string>();

/** Takes note that it is known whose a connection is. */
export function identify(conn: Connection): void {
  identified.add(idOf(conn));
  conn.once("close", () => identified.delete(idOf(conn)));
}

/** By which requests of polling name their connection; the library's types keep it for itself. */
const idOf = (conn: Connection): string => conn["id"];

/** Until it is known whose a WebSocket is, no more of it is read than says that. */
export function limitUnidentified({ log }: Deps, conn: Connection): void {
  // Polling has requests of its own, whose bodies are counted.
  if (conn.transport.name !== "websocket") return;
  const { socket } = conn.request;
  let received = 0;
  const onData = ({ length }: Uint8Array) => {
    if (identified.has(idOf(conn))) return void socket.off("data", onData);
    received += length;
    if (received <= body.open || conn.readyState !== "open") return;
    log.warn("a socket that did not say whose it is was cut off");
    hangUp(conn);
  };
  socket.on("data", onData);
  conn.once("close", () => socket.off("data", onData));
}

/**
 * Counts what is posted in place of a WebSocket's packets among the bodies in memory. More than who posts it may send
 * is refused.
 *
 * @param id of the connection
 * @returns whether it may be read
 */
export function receivePost(
  { bodies }: Deps,
  { address, id }: { address: string; id: string },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const most = identified.has(id) ? socketPacket : body.open;
  if (Number(request.headers["content-length"] ?? 0) > most) {
    response.writeHead(413, { Connection: "close" }).end();
    return false;
  }
  const count = countBytes(bodies, { address }, request, response);
  let size = 0;
  request.on("data", ({ length }: Uint8Array) => {
    size += length;
    if (size > most || !count(length)) request.destroy();
  });
  return true;
}

/** Closes a socket without waiting for the other side to agree, which may take half a minute. */
function hangUp(conn: Connection): void {
  conn.close(true);
  conn.request.socket.destroy();
}
