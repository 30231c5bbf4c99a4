import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import * as siteLimits from "../contract/site/limits.ts";

interface Sender {
  address: string;
  account?: string;
}

export type BodyMemory = ReturnType<typeof openBodyMemory>;

export function openBodyMemory({ perAccount, perAddress, total } = siteLimits.bodyMemory) {
  const counted = new Map<string, number>();
  const shares = ({ address, account }: Sender): [key: string, most: number][] => [
    ["all", total],
    [`address ${address}`, perAddress],
    ...account ? [[`account ${account}`, perAccount] as [string, number]] : [],
  ];
  const inUse = (key: string) => counted.get(key) ?? 0;
  return {
    take(sender: Sender, bytes: number): boolean {
      const all = shares(sender);
      if (all.some(([key, most]) => inUse(key) + bytes > most)) return false;
      for (const [key] of all) counted.set(key, inUse(key) + bytes);
      return true;
    },
    release(sender: Sender, bytes: number): void {
      for (const [key] of shares(sender)) {
        const left = inUse(key) - bytes;
        if (left > 0) counted.set(key, left);
        else counted.delete(key);
      }
    },
  };
}

interface Exchange {
  request: Pick<IncomingMessage, "socket">;
  response: ServerResponse | Http2ServerResponse;
}

// The first `body.open` bytes of a request do not count, so that large bodies never block logins and messages; the cap
// on connections bounds those.
export function countBytes(
  memory: BodyMemory,
  sender: Sender,
  { request: { socket }, response }: Exchange,
): (bytes: number) => boolean {
  let [arrived, size] = [0, 0];
  let isOver = response.destroyed || socket.destroyed;
  const end = () => {
    response.off("close", end);
    socket.off("close", end);
    if (!isOver) memory.release(sender, size);
    isOver = true;
  };
  // A response queued behind others does not emit `close` when its connection ends.
  if (!isOver) { for (const either of [response, socket]) either.once("close", end); }
  return (bytes) => {
    arrived += bytes;
    const large = Math.min(bytes, Math.max(0, arrived - siteLimits.body.open));
    if (isOver || !memory.take(sender, large)) return false;
    size += large;
    return true;
  };
}
