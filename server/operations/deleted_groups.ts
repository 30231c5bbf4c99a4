/** Deletes the contents of deleted groups: in small parts, while the service runs. */
import { setTimeout as delay } from "node:timers/promises";
import { deletePartOfGroup, listDeletedGroups } from "../../db/deleted_groups.ts";
import type { Db } from "../../db/client.ts";
import type { Log } from "../log.ts";

/** Milliseconds between two parts, in which other writes go first. */
const pause = 5;
interface Parts {
  db: Db;
  log: Log;
  /** Milliseconds to wait after a failed write. */
  retryAfter?: number;
}

export interface Purge {
  /** Deletes this group's contents in the background. */
  groupDeleted(id: string): void;
  /** The same for all deleted groups that still have contents, including those of earlier runs. Settles at its end. */
  sweep(): Promise<void>;
  /** Stops; the rest is deleted by the next run. */
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
      log.warn({ err }, "contents of deleted groups could not be deleted yet");
      timer = setTimeout(wake, retryAfter);
      Deno.unrefTimer(timer);
    }
    // In the same turn as the last check, so that no call is missed.
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
    async sweep() {
      isSweepDue = true;
      wake();
      await running;
    },
    async close() {
      isClosed = true;
      await running;
      clearTimeout(timer);
    },
  };
}
