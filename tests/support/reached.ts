/** How far somebody has read, as the product promises it: a mistyped page is taken back. */
export interface Read {
  /** The furthest position, where they were before the turn that reached it, and when that was. */
  reached: number;
  from: number;
  at: number;
}

export const unread: Read = { reached: 0, from: 0, at: 0 };

/** To turn back within ten minutes takes back what the turn before has opened, with a few pages read on from there. */
export function turnedTo({ reached, from, at }: Read, to: number, now: number): Read {
  const isSoon = now - at <= 600_000;
  if (to <= reached) return { reached: isSoon ? Math.min(reached, Math.max(to, from)) : reached, from, at };
  const readsOn = isSoon && 10 * (to - reached) < reached - from;
  return readsOn ? { reached: to, from, at } : { reached: to, from: reached, at: now };
}
