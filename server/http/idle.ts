import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const upgradedGrace = 500;

/** Milliseconds that a request has to arrive: a proxy sends it right after connecting, and sends no form twice. */
const requestGrace = 500;

interface Connection {
  request?: IncomingMessage;
  response?: ServerResponse;
  since: number;
}

/** Node's own `closeIdleConnections` misses connections that never sent a request; browsers open some in advance. */
export function idleCloser(server: Server) {
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
    announce(): void {
      announced = true;
      for (const { response } of connections.values()) if (response) response.shouldKeepAlive = false;
    },
    close(): void {
      closing = true;
      for (const socket of connections.keys()) closeInTime(socket);
      Deno.unrefTimer(setTimeout(() => upgraded.forEach((socket) => socket.destroy()), upgradedGrace));
    },
  };
}
