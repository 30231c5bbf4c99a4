import { withTimeout } from "../../db/engine/timing.ts";
import { chat } from "../contract/chat/limits.ts";
import type { ChatServer, ChatSocket } from "../realtime/rooms.ts";

/** Milliseconds that clients have to receive their end: those that poll make two more requests for it. */
const timeout = 1000;

/** Clients return at random within some seconds: all at once would be a burst. Settles when all are closed. */
export async function drainSockets(io: ChatServer): Promise<void> {
  io.engine.use(refuseNew);
  const sockets = [...io.sockets.sockets.values()];
  const closed = Promise.all(sockets.map(({ conn }) => new Promise((resolve) => conn.once("close", resolve))));
  sockets.forEach(dismiss);
  await withTimeout(timeout, closed);
}

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
