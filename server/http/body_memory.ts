/** How much of all request bodies is in memory at once. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import * as constants from "../contract/constants.ts";

/** Who sends a body: from which address, and with which account where one is needed. */
interface Sender {
  address: string;
  account?: string;
}

/** The bytes of bodies that are in memory, by account, by address and in all. */
export interface BodyMemory {
  /** Counts bytes; false, and not counted, where there is no room for them. */
  take(sender: Sender, bytes: number): boolean;
  release(sender: Sender, bytes: number): void;
}

/** What is in this process's memory is its own to count. */
export function openBodyMemory({ perAccount, perAddress, total } = constants.bodyMemory): BodyMemory {
  const counted = new Map<string, number>();
  const shares = ({ address, account }: Sender): [key: string, most: number][] => [
    ["all", total],
    [`address ${address}`, perAddress],
    ...account ? [[`account ${account}`, perAccount] as [string, number]] : [],
  ];
  const inUse = (key: string) => counted.get(key) ?? 0;
  return {
    take(sender, bytes) {
      const all = shares(sender);
      if (all.some(([key, most]) => inUse(key) + bytes > most)) return false;
      for (const [key] of all) counted.set(key, inUse(key) + bytes);
      return true;
    },
    release(sender, bytes) {
      for (const [key] of shares(sender)) {
        const left = inUse(key) - bytes;
        if (left > 0) counted.set(key, left);
        else counted.delete(key);
      }
    },
  };
}

/**
 * Makes the function that counts what arrives of one request's body until its answer is over: false where there is no
 * room for it, or the answer is over. As much as anybody may send is not counted, so that nobody's large bodies keep
 * others from logging in and talking: the cap on connections bounds it.
 */
export function countBytes(
  memory: BodyMemory,
  sender: Sender,
  { socket }: Pick<IncomingMessage, "socket">,
  response: ServerResponse | Http2ServerResponse,
): (bytes: number) => boolean {
  let [arrived, size] = [0, 0];
  let isOver = response.destroyed || socket.destroyed;
  const end = () => {
    response.off("close", end);
    socket.off("close", end);
    if (!isOver) memory.release(sender, size);
    isOver = true;
  };
  // An answer that waits for others on its connection never closes where the connection ends before.
  if (!isOver) { for (const either of [response, socket]) either.once("close", end); }
  return (bytes) => {
    arrived += bytes;
    const large = Math.min(bytes, Math.max(0, arrived - constants.body.open));
    if (isOver || !memory.take(sender, large)) return false;
    size += large;
    return true;
  };
}
