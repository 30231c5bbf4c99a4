import { createServer, type Socket } from "node:net";

/** A server that accepts every connection and says nothing. */
export async function silentServer() {
  const sockets = new Set<Socket>();
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    wasAsked();
    socket.on("error", () => {}).on("close", () => sockets.delete(socket)).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `127.0.0.1:${port}`,
    open: () => sockets.size,
    /** Until somebody has connected. */
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
