/** Whose request begins next: many of one caller must not keep the others waiting. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers";

/** How many requests begin in one go: one after the other, each alone, they cost a quarter more. */
const together = 8;

/** For how many milliseconds requests begin before the network has its turn. */
const slice = 25;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What asks whether the process answers waits for nobody. */
const isProbe = ({ url }: IncomingMessage): boolean => url === "/healthz" || url === "/readyz";

/**
 * Most of the work on a request is done in one go, before anything else can happen. So of requests that come together
 * a few begin at a time, each time other callers'; and after some milliseconds those are let in that came meanwhile.
 * Per process, as its time is; what waits is bounded by the connections.
 *
 * @param callerOf whose a request is, before it is known whether they are
 */
export function inTurns(answer: Listener, callerOf: (request: IncomingMessage) => string): Listener {
  /** By caller, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>();
  let begun = 0;
  let isGoingOn = false;
  let sliceEnd = 0;

  function begin(start: () => void): void {
    begun++;
    // By then what is done in one go is done.
    if (!isGoingOn) setImmediate(goOn);
    isGoingOn = true;
    start();
  }

  function goOn(): void {
    begun = 0;
    isGoingOn = false;
    if (waiting.size === 0) return;
    // It takes a timer to let anything in (see `giveWay`).
    if (performance.now() >= sliceEnd) setTimeout(newSlice, 0);
    else beginWaiting();
  }

  function newSlice(): void {
    sliceEnd = performance.now() + slice;
    beginWaiting();
  }

  function beginWaiting(): void {
    while (waiting.size > 0 && begun < together) begin(next());
  }

  function next(): () => void {
    const [[caller, own]] = waiting;
    const start = own.shift()!;
    waiting.delete(caller);
    if (own.length > 0) waiting.set(caller, own);
    return start;
  }

  return (request, response) => {
    if (isProbe(request)) return answer(request, response);
    if (waiting.size === 0 && !isGoingOn) sliceEnd = performance.now() + slice;
    const start = () => void (request.socket.destroyed || answer(request, response));
    if (waiting.size === 0 && begun < together) return begin(start);
    const caller = callerOf(request);
    const own = waiting.get(caller);
    if (own) own.push(start);
    else waiting.set(caller, [start]);
  };
}
