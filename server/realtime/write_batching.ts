/** One system call costs more than a message: what one turn of the event loop sends to a client goes out in one. */
import type { Socket } from "node:net";
import process from "node:process";
import type { ChatSocket } from "./broadcast.ts";

type Connection = ChatSocket["conn"];
type Transport = Connection["transport"];

/**
 * Holds a WebSocket's packets back until the turn that creates them, with its promises, is over, and then sends them in
 * one write. Polling already sends all that is waiting in one response.
 */
export function batchWrites(conn: Connection): void {
  conn.on("packetCreate", () => {
    const { transport } = conn;
    if (!transport.writable || transport.name !== "websocket") return;
    // As while it writes: the connection collects its packets until the transport is ready again.
    transport.writable = false;
    process.nextTick(send, conn);
  });
}

/** The transport of a WebSocket; its parts, as a connection's `flush`, are private in the libraries' types. */
interface WebSocketTransport extends Transport {
  socket: { _socket: Socket };
}

/** The network connection of a WebSocket; polling has one for each request. */
export const socketOf = ({ transport }: Connection): Socket | undefined =>
  transport.name === "websocket" ? (transport as WebSocketTransport).socket._socket : undefined;

function send(conn: Connection): void {
  const socket = socketOf(conn);
  socket?.cork();
  conn.transport.writable = true;
  conn["flush"]();
  socket?.uncork();
}
