import type { Server } from "node:http";
import { setImmediate } from "node:timers";

/** Milliseconds without a new connection after which none is on its way. */
const quiet = 50;
/** Milliseconds without a further connection after which those that came together are all accepted. */
const gap = 10;
/** Milliseconds in which such a gap is waited for, where connections keep coming. */
const longest = 500;

/**
 * Closes a server's port when no connection waits to be accepted: the system resets those, where a closed port only
 * refuses them. Where connections keep coming one after the other, that is right after one was accepted.
 *
 * @returns once it is closed, when all of its connections are too
 */
export function closePort(server: Server): Promise<{ closed: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<{ closed: Promise<void> }>();
  const deadline = performance.now() + longest;
  let accepted = 0;
  let timer = setTimeout(look, quiet);
  server.on("connection", onConnection);
  return promise;

  function onConnection(): void {
    const count = ++accepted;
    clearTimeout(timer);
    if (performance.now() < deadline) timer = setTimeout(look, gap);
    // The others that waited with it are accepted by then.
    else setImmediate(() => count === accepted && close());
  }

  /** The timer may be late: connections that came while the process was busy are accepted before the next one. */
  function look(): void {
    timer = setTimeout(close);
  }

  function close(): void {
    server.off("connection", onConnection);
    resolve({ closed: new Promise((resolve) => server.close(() => resolve())) });
  }
}
