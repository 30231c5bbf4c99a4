import type { IncomingMessage, Server, ServerResponse } from "node:http";
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
  response?: ServerResponse;
  /** Since when a request is arriving, on the clock of `performance`; that of an idle connection may never come. */
  since: number;
}

interface Closer {
  /** From now on each response is the last one of its connection, and says so. */
  announce(): void;
  /**
   * Closes connections without a request at once, those on which one does not arrive whole soon, and from then on each
   * other one after its response.
   */
  close(): void;
}

/**
 * Tracks connections and their requests. Node's own `closeIdleConnections` misses connections that never sent a
 * request, and browsers open some in advance.
 */
export function idleCloser(server: Server): Closer {
  const connections = new Map<Socket, Connection>();
  const upgraded = new Set<Socket>();
  let announced = false;
  let closing = false;
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { since: performance.now() });
    socket.on("close", () => connections.delete(socket));
    if (closing) closeInTime(socket);
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    connections.set(socket, { request, response, since: performance.now() });
    if (announced) response.shouldKeepAlive = false;
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
  return {
    announce() {
      announced = true;
      for (const { response } of connections.values()) if (response) response.shouldKeepAlive = false;
    },
    close() {
      closing = true;
      for (const socket of connections.keys()) closeInTime(socket);
      Deno.unrefTimer(setTimeout(() => upgraded.forEach((socket) => socket.destroy()), upgradedGrace));
    },
  };
}
