import type { Server } from "node:http";
import { setImmediate } from "node:timers";

/** Milliseconds without a new connection after which none is on its way. */
const quiet = 50;

/**
 * Closes a server's port when no connection waits to be accepted: the system resets those, where a closed port only
 * refuses them. While connections come one after the other, that is right after one was accepted.
 *
 * @returns once it is closed, when all of its connections are too
 */
export function closePort(server: Server): Promise<{ closed: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<{ closed: Promise<void> }>();
  let accepted = 0;
  const close = () => {
    server.off("connection", onConnection);
    clearTimeout(timer);
    resolve({ closed: new Promise((resolve) => server.close(() => resolve())) });
  };
  const onConnection = () => {
    const count = ++accepted;
    // The others that waited with it are accepted by then.
    setImmediate(() => count === accepted && close());
  };
  const timer = setTimeout(close, quiet);
  server.on("connection", onConnection);
  return promise;
}
