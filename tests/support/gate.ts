/** A line to a server of this machine that can hold back what the server answers. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { until } from "./operate.ts";

/** Opens a line to a port. `await using` closes it. */
export async function openGate(target: number) {
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  const pass = (bytes: () => void) => held ? void held.push(bytes) : bytes();
  const server = createServer((caller) => {
    const line = connect({ port: target, host: "127.0.0.1" });
    for (const socket of [caller, line]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    caller.pipe(line).on("close", () => caller.destroy());
    line.on("data", (bytes) => pass(() => caller.write(bytes)));
    line.on("close", () => pass(() => caller.destroy()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on holds answers back. */
    hold: () => void (held ??= []),
    /** Waits until an answer is held back. */
    holdsAnswer: () => until(() => (held?.length ?? 0) > 0),
    /** Lets everything through again. */
    release() {
      const waiting = held ?? [];
      held = undefined;
      for (const bytes of waiting) bytes();
    },
    /** Breaks every connection; what was held back never arrives. */
    drop() {
      held = undefined;
      for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
