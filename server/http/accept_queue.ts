import { connect, type Server, type Socket } from "node:net";

/** Milliseconds after which a connection to ourselves is given up. */
const timeout = 500;

/**
 * Waits until the server has accepted every connection that the system has for it. Closing the listener resets what is
 * left in that queue, whose requests proxies have sent by then. The queue's order is that of the connections, and so a
 * connection of our own comes out after those; whoever closes the listener at once leaves next to none behind.
 */
export function emptyAcceptQueue(server: Server): Promise<void> {
  const { address: host, port } = server.address() as { address: string; port: number };
  const { promise, resolve } = Promise.withResolvers<void>();
  const own = connect({ host, port });
  const onConnection = (socket: Socket) => {
    if (socket.remotePort === own.localPort) resolve();
  };
  server.on("connection", onConnection);
  own.on("error", () => resolve());
  const timer = setTimeout(resolve, timeout);
  return promise.finally(() => {
    clearTimeout(timer);
    server.off("connection", onConnection);
    own.destroy();
  });
}
