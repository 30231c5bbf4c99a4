import { useEffect } from "react";
import type { Pending } from "./reducer.ts";
import { readStored, store } from "../runtime/storage.ts";

/**
 * What was not acknowledged when a chat was left: what was being written, what was on its way, and what of the writing
 * was given back.
 */
export interface Unsent {
  draft: string;
  pending: Pending[];
  returned: Pending[];
}

interface Chat {
  groupId: string;
  viewer: { id: string };
  unsent: () => Unsent;
  /** Takes up what was left. */
  resume: (unsent: Unsent) => void;
}

/**
 * Keeps what is unsent for the next visit in this window: phones end a page that is out of sight without another word.
 */
export function useOutbox({ groupId, viewer, unsent, resume }: Chat): void {
  useEffect(() => {
    const key = `chapterhouse.unsent:${viewer.id}:${groupId}`;
    const left = asUnsent(readStored(key, "sessionStorage"));
    if (left) resume(left);

    const leaving = new AbortController();
    const { signal } = leaving;
    function keep() {
      const { draft, pending, returned } = unsent();
      const isAll = !draft && pending.length === 0;
      store(key, isAll ? null : JSON.stringify({ draft, pending, returned }), "sessionStorage");
    }
    addEventListener("pagehide", keep, { signal });
    document.addEventListener("visibilitychange", () => document.hidden && keep(), { signal });
    return () => leaving.abort();
  }, []);
}

/** What a browser kept may be anything. */
function asUnsent(text: string | null): Unsent | undefined {
  try {
    const { draft, pending, returned = [] } = JSON.parse(text ?? "null") ?? {};
    const isWhole = typeof draft === "string" && [pending, returned].every(areMessages);
    return isWhole ? { draft, pending, returned } : undefined;
  } catch {
    return undefined;
  }
}

const areMessages = (list: unknown): boolean => Array.isArray(list) && list.every(isPending);
const isPending = (one: Record<keyof Pending, unknown> | null): boolean =>
  [one?.clientId, one?.content, one?.timestamp].every((value) => typeof value === "string");
