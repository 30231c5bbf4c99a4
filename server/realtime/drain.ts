/** The end of an instance's sockets, before it stops. */
import { setTimeout as delay } from "node:timers/promises";
import { chat } from "../contract/constants.ts";
import type { ChatServer, ChatSocket } from "./broadcast.ts";

/** Milliseconds that clients have to receive their end: those that poll make two more requests for it. */
const timeout = 1000;

/**
 * Disconnects the sockets of this instance, and notifies their clients to return at random within some seconds: all at
 * once would be a burst for this instance when it starts again, or for the others. Settles when all are closed.
 */
export async function drainSockets(io: ChatServer): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  const closed = Promise.all(sockets.map(({ conn }) => new Promise((resolve) => conn.once("close", resolve))));
  sockets.forEach(dismiss);
  const late = new AbortController();
  await Promise.race([closed, delay(timeout, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}

function dismiss(socket: ChatSocket): void {
  socket.emit("stopping", { returnWithin: chat.returnWithin });
  // After what is being sent. The client library reconnects by itself, as it does not after a `disconnect` of the server.
  socket.conn.close();
}
