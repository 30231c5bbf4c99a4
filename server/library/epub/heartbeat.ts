/**
 * The thread that reads sends a heartbeat each second, from its work and not by a timer: Deno 2.9.6 reports no event
 * when the heap of a worker is full. Its work stops then, but its timers go on.
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
