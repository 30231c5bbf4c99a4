/** Removes what deleted groups left behind: in small parts, while the service goes on. */
import { setTimeout as delay } from "node:timers/promises";
import { deletePartOfGroup, listDeletedGroups } from "../../db/deleted_groups.ts";
import type { Deps } from "../deps.ts";

/** How long others have the database for themselves between two parts, in milliseconds. */
const pause = 5;
type Parts = Pick<Deps, "db" | "log"> & {
  /** How long to wait, in milliseconds, after the database took nothing. */
  retryAfter?: number;
};

export interface Purge {
  /** Removes what this group left behind. Nobody waits for that. */
  groupDeleted(id: string): void;
  /** The same for all deleted groups of which something is left, of former runs too. */
  sweep(): void;
  /** Stops; what is left is for the next run. */
  close(): Promise<void>;
}

export function openPurge({ db, log, retryAfter = 60_000 }: Parts): Purge {
  const due = new Set<string>();
  let running: Promise<void> | undefined;
  let isSweepDue = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function removeDue(): Promise<void> {
    for (const id of due) {
      while (!isClosed && await deletePartOfGroup(db, id)) await delay(pause);
      if (isClosed) return;
      due.delete(id);
    }
  }

  async function run(): Promise<void> {
    try {
      while (!isClosed && (isSweepDue || due.size > 0)) {
        if (isSweepDue) { for (const id of await listDeletedGroups(db)) due.add(id); }
        isSweepDue = false;
        await removeDue();
      }
    } catch (err) {
      log.warn({ err }, "what deleted groups left behind could not be removed yet");
      timer = setTimeout(wake, retryAfter);
      Deno.unrefTimer(timer);
    }
    // In the turn of the last check: nothing that comes now is missed.
    running = undefined;
  }

  function wake(): void {
    if (isClosed || running || !isSweepDue && due.size === 0) return;
    clearTimeout(timer);
    running = run();
  }

  return {
    groupDeleted(id) {
      due.add(id);
      wake();
    },
    sweep() {
      isSweepDue = true;
      wake();
    },
    async close() {
      isClosed = true;
      await running;
      clearTimeout(timer);
    },
  };
}
