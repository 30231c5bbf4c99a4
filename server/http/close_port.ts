import type { Server } from "node:http";

/** Milliseconds without a new connection after which none is on its way. */
const quiet = 50;
/** Milliseconds without a further connection after which those that came together are all accepted. */
const gap = 10;
/** Milliseconds in which such a gap is waited for, where connections keep coming. */
const longest = 500;

/**
 * Closes a server's port when no connection waits to be accepted: the system resets those, where a closed port only
 * refuses them. While connections keep coming, that is soon after some were accepted.
 *
 * @returns once it is closed, when all of its connections are too
 */
export function closePort(server: Server): Promise<{ closed: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<{ closed: Promise<void> }>();
  const deadline = performance.now() + longest;
  let timer = setTimeout(look, quiet);
  server.on("connection", onConnection);
  return promise;

  function onConnection(): void {
    clearTimeout(timer);
    timer = performance.now() < deadline ? setTimeout(look, gap) : setTimeout(close);
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
