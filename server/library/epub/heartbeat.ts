/**
 * The thread that reads sends a heartbeat each second. The work sends it and no timer: in Deno 2.9.6 a thread whose heap
 * is full reports nothing, and its timers run on although its work has been cut off.
 */
const interval = 1000;

/** Per thread; none is sent where nothing listens, as in tests without a thread. */
let send: (() => void) | undefined;
let sentAt = 0;

/** Sends the first one at once. */
export function startHeartbeat(by: () => void): void {
  send = by;
  by();
}

/** To be called with each element, file and picture. */
export function heartbeat(): void {
  if (!send) return;
  const now = performance.now();
  if (now - sentAt < interval) return;
  sentAt = now;
  send();
}
