import type { Server } from "node:http";
import { connectionsWaiting } from "./tcp_info.ts";

/** Milliseconds in which such a moment is waited for, where connections keep coming. */
const longest = 500;

/**
 * Closes a server's port in a moment in which no connection waits to be accepted: the system resets those, where a closed
 * port only refuses them.
 *
 * @returns once it is closed, when all of its connections are too
 */
export function closePort(server: Server): Promise<{ closed: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<{ closed: Promise<void> }>();
  const deadline = performance.now() + longest;
  // In a timer: those that the system has given us are connections by then.
  setTimeout(look);
  return promise;

  function look(): void {
    if (connectionsWaiting(server) > 0 && performance.now() < deadline) setTimeout(look);
    else resolve({ closed: new Promise((resolve) => server.close(() => resolve())) });
  }
}
