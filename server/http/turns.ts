import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers";

/** Cheap requests begin so many in one go: one after the other, each alone, they cost a quarter more. */
const together = 8;

const slice = 25;

interface Sender {
  address: string;
  token?: string;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const isProbe = ({ url }: IncomingMessage): boolean => url === "/healthz" || url === "/readyz";

// Most of the work on a request is done in one go. So of requests that come together a few begin at a time, fewer where
// they take long: each time those of another address, and of it another sender's. What waits is bounded by connections.
export function inTurns(answer: Listener, senderOf: (request: IncomingMessage) => Sender): Listener {
  const waiting = openLine();
  let allowed = 1;
  let begun = 0;
  let begunAt = 0;
  let isGoingOn = false;
  let sliceEnd = 0;

  function begin(start: () => void): void {
    begun++;
    if (!isGoingOn) {
      begunAt = performance.now();
      // By then what is done in one go is done.
      setImmediate(goOn);
    }
    isGoingOn = true;
    start();
  }

  function goOn(): void {
    const now = performance.now();
    adapt(now - begunAt);
    begun = 0;
    isGoingOn = false;
    if (waiting.isEmpty()) return;
    // It takes a timer to let anything in (see `giveWay`).
    if (now >= sliceEnd) setTimeout(newSlice, 0);
    else beginWaiting();
  }

  function adapt(took: number): void {
    if (took > slice) allowed = Math.max(1, Math.floor(begun * slice / took));
    else if (begun === allowed && allowed < together) allowed++;
  }

  function newSlice(): void {
    sliceEnd = performance.now() + slice;
    beginWaiting();
  }

  function beginWaiting(): void {
    while (!waiting.isEmpty() && begun < allowed) begin(waiting.next());
  }

  return (request, response) => {
    if (isProbe(request)) return answer(request, response);
    if (waiting.isEmpty() && !isGoingOn) sliceEnd = performance.now() + slice;
    const start = () => void (request.socket.destroyed || answer(request, response));
    if (waiting.isEmpty() && begun < allowed) begin(start);
    else waiting.add(senderOf(request), start);
  };
}

function openLine() {
  const addresses = new Map<string, Map<string | undefined, (() => void)[]>>();
  return {
    isEmpty: () => addresses.size === 0,
    add({ address, token }: Sender, start: () => void) {
      const senders = addresses.get(address) ?? new Map<string | undefined, (() => void)[]>();
      addresses.set(address, senders);
      const own = senders.get(token) ?? [];
      senders.set(token, own);
      own.push(start);
    },
    next() {
      const [[address, senders]] = addresses;
      const [[token, own]] = senders;
      const start = own.shift()!;
      senders.delete(token);
      if (own.length > 0) senders.set(token, own);
      addresses.delete(address);
      if (senders.size > 0) addresses.set(address, senders);
      return start;
    },
  };
}
