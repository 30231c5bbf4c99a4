import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long, in milliseconds, what is a request no more may take to close: not everything that asks for it is one of ours. */
const farewell = 500;

/**
 * Keeps book of the connections and of what is asked on each. Node's own `closeIdleConnections` passes over those on
 * which nothing was ever asked, and browsers open some in advance.
 *
 * @returns closes those that have sent no whole request, and from then on every other connection after its answer
 */
export function idleCloser(server: Server): () => void {
  const asked = new Map<Socket, IncomingMessage | undefined>();
  const upgraded = new Set<Socket>();
  let closing = false;
  server.on("connection", (socket: Socket) => {
    if (closing) return socket.destroy();
    asked.set(socket, undefined);
    socket.on("close", () => asked.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    asked.set(socket, request);
    response.on("close", () => {
      if (closing) socket.destroySoon();
      else if (asked.has(socket)) asked.set(socket, undefined);
    });
  });
  server.on("upgrade", ({ socket }) => {
    asked.delete(socket);
    upgraded.add(socket);
    socket.on("close", () => upgraded.delete(socket));
  });
  return () => {
    closing = true;
    for (const [socket, request] of asked) if (!request?.complete) socket.destroy();
    // Until then they may be told to come back.
    Deno.unrefTimer(setTimeout(() => upgraded.forEach((socket) => socket.destroy()), farewell));
  };
}
