/** The end of an instance's sockets, before it stops. */
import { atMost } from "../../db/engine/with_timeout.ts";
import type { ChatServer, ChatSocket } from "../realtime/broadcast.ts";
import { chat } from "../contract/chat/limits.ts";

/** Milliseconds that clients have to receive their end: those that poll make two more requests for it. */
const timeout = 1000;

/**
 * Disconnects the sockets of this instance, and notifies their clients to return at random within some seconds: all at
 * once would be a burst for this instance when it starts again, or for the others. Settles when all are closed.
 */
export async function drainSockets(io: ChatServer): Promise<void> {
  io.engine.use(refuseNew);
  const sockets = [...io.sockets.sockets.values()];
  const closed = Promise.all(sockets.map(({ conn }) => new Promise((resolve) => conn.once("close", resolve))));
  sockets.forEach(dismiss);
  await atMost(timeout, closed);
}

/** Its listener is open still, for clients that poll. */
function refuseNew(
  { _query }: { _query: Record<string, string> },
  _response: unknown,
  next: (error?: unknown) => void,
): void {
  next(_query.sid ? undefined : new Error("the service is stopping"));
}

function dismiss(socket: ChatSocket): void {
  socket.emit("stopping", { returnWithin: chat.returnWithin });
  // After what is being sent. Clients reconnect by themselves, as they do not after a `disconnect` of the server.
  socket.conn.close();
}
