import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How many milliseconds upgraded connections have to close; not all of them are Socket.IO's. */
const upgradedGrace = 500;

/**
 * Tracks connections and their requests. Node's own `closeIdleConnections` misses connections that never sent a
 * request, and browsers open some in advance.
 *
 * @returns a function that closes connections without a whole request, and from then on each other one after its
 * response
 */
export function idleCloser(server: Server): () => void {
  const requests = new Map<Socket, IncomingMessage | undefined>();
  const upgraded = new Set<Socket>();
  let closing = false;
  server.on("connection", (socket: Socket) => {
    if (closing) return socket.destroy();
    requests.set(socket, undefined);
    socket.on("close", () => requests.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    requests.set(socket, request);
    response.on("close", () => {
      if (closing) socket.destroySoon();
      else if (requests.has(socket)) requests.set(socket, undefined);
    });
  });
  server.on("upgrade", ({ socket }) => {
    requests.delete(socket);
    upgraded.add(socket);
    socket.on("close", () => upgraded.delete(socket));
  });
  return () => {
    closing = true;
    for (const [socket, request] of requests) if (!request?.complete) socket.destroy();
    Deno.unrefTimer(setTimeout(() => upgraded.forEach((socket) => socket.destroy()), upgradedGrace));
  };
}
