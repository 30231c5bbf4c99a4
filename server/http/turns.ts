/** Whose request begins next: many of one caller must not keep the others waiting. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers";

/** How many cheap requests begin in one go: one after the other, each alone, they cost a quarter more. */
const together = 8;

/** For how many milliseconds requests begin before the network has its turn. */
const slice = 25;

/** Whose a request is, before it is known whether they are: what it names may be made up, but not where it comes from. */
export interface Sender {
  address: string;
  /** The token that it has, if any. */
  token?: string;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What asks whether the process answers waits for nobody. */
const isProbe = ({ url }: IncomingMessage): boolean => url === "/healthz" || url === "/readyz";

/**
 * Most of the work on a request is done in one go, before anything else can happen. So of requests that come together
 * a few begin at a time, fewer where they take long: each time those of another address, and of it another sender's. After
 * some milliseconds those are let in that came meanwhile. Per process, as its time is; what waits is bounded by the
 * connections.
 */
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

  /** The next go has one more where this one was full and quick, and as many as the time is enough for where it was not. */
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

/** What waits, by address and in each by token; the one whose turn is next is the first. */
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
