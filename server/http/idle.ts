import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Keeps book of the connections on which nothing is asked. Node's own `closeIdleConnections` passes over those on which
 * nothing was ever asked, and browsers open some in advance.
 *
 * @returns closes them, and from then on every other connection after its answer
 */
export function idleCloser(server: Server): () => void {
  const idle = new Set<Socket>();
  let closing = false;
  const rest = (socket: Socket) => {
    if (closing) socket.destroySoon();
    else if (!socket.destroyed) idle.add(socket);
  };
  server.on("connection", (socket: Socket) => {
    rest(socket);
    socket.on("close", () => idle.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.on("close", () => rest(socket));
  });
  server.on("upgrade", ({ socket }) => idle.delete(socket));
  return () => {
    closing = true;
    for (const socket of idle) socket.destroy();
  };
}
