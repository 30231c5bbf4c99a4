/** One system call costs more than a message: what one turn of the event loop sends to a client goes out in one. */
import type { Socket } from "node:net";
import process from "node:process";
import type { ChatSocket } from "./broadcast.ts";

type Connection = ChatSocket["conn"];
type Transport = Connection["transport"];

/** What has packets to send at the end of this turn, in the order of their first. Per process, as connections are. */
let held: Transport[] = [];

/**
 * Holds back a WebSocket's packets until the turn that creates them, with its promises, is over, and then sends them in
 * one write. Polling already sends all that is waiting in one response.
 */
export function batchWrites(conn: Connection): void {
  conn.on("packetCreate", () => {
    const { transport } = conn;
    if (!transport.writable || transport.name !== "websocket") return;
    // As while it writes: the connection collects its packets until the transport is ready again.
    transport.writable = false;
    if (held.push(transport) === 1) process.nextTick(release);
  });
}

function release(): void {
  const transports = held;
  held = [];
  for (const transport of transports) send(transport);
}

/** The transport of a WebSocket; private in the libraries' types. */
interface WebSocketTransport extends Transport {
  socket: { _socket: Socket };
}

function send(transport: Transport): void {
  const { socket: { _socket: socket } } = transport as WebSocketTransport;
  socket.cork();
  transport.writable = true;
  transport.emit("ready");
  socket.uncork();
}
