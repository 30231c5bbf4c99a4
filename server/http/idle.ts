import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How many milliseconds upgraded connections have to close; not all of them are Socket.IO's. */
const upgradedGrace = 500;

/**
 * How many milliseconds a request has to arrive whole when the service stops, from its connection's opening or its head
 * on. A proxy opens a connection and sends the request right after it; where it may have been sent, a proxy does not
 * send a form again, to another instance.
 */
const requestGrace = 500;

interface Connection {
  request?: IncomingMessage;
  /** Since when a request is arriving, on the clock of `performance`; that of an idle connection may never come. */
  since: number;
}

/**
 * Tracks connections and their requests. Node's own `closeIdleConnections` misses connections that never sent a
 * request, and browsers open some in advance.
 *
 * @returns a function that closes connections without a request at once, those on which one does not arrive whole soon,
 * and from then on each other one after its response
 */
export function idleCloser(server: Server): () => void {
  const connections = new Map<Socket, Connection>();
  const upgraded = new Set<Socket>();
  let closing = false;
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { since: performance.now() });
    socket.on("close", () => connections.delete(socket));
    if (closing) closeInTime(socket);
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    connections.set(socket, { request, since: performance.now() });
    response.on("close", () => {
      if (closing) socket.destroySoon();
      else if (connections.has(socket)) connections.set(socket, { since: -Infinity });
    });
  });
  server.on("upgrade", ({ socket }) => {
    connections.delete(socket);
    upgraded.add(socket);
    socket.on("close", () => upgraded.delete(socket));
  });
  function closeInTime(socket: Socket): void {
    const connection = connections.get(socket);
    if (!connection || connection.request?.complete) return;
    const left = connection.since + requestGrace - performance.now();
    if (left <= 0) socket.destroy();
    else Deno.unrefTimer(setTimeout(() => closeInTime(socket), left));
  }
  return () => {
    closing = true;
    for (const socket of connections.keys()) closeInTime(socket);
    Deno.unrefTimer(setTimeout(() => upgraded.forEach((socket) => socket.destroy()), upgradedGrace));
  };
}
