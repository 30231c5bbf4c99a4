/** Removes what deleted groups left behind: in small parts, while the service goes on. */
import { setTimeout as pass } from "node:timers/promises";
import { deletePartOfGroup, findDeletedGroups } from "../../db/deleted_groups.ts";
import type { Deps } from "../deps.ts";

/** How long others have the database for themselves between two parts, in milliseconds. */
const pause = 5;
/** How long to wait, in milliseconds, after the database took nothing. */
const retryAfter = 60_000;

export interface Purge {
  /** Removes what this group left behind. Nobody waits for that. */
  groupDeleted(id: string): void;
  /** The same for all deleted groups of which something is left, of former runs too. */
  sweep(): void;
  /** Stops; what is left is for the next run. */
  close(): Promise<void>;
}

export function openPurge({ db, log }: Pick<Deps, "db" | "log">): Purge {
  const due = new Set<string>();
  let running: Promise<void> | undefined;
  let isSweepDue = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function findDue(): Promise<void> {
    isSweepDue = false;
    for (let after: string | undefined = ""; after !== undefined && !isClosed; await pass(pause)) {
      const { deleted, next } = await findDeletedGroups(db, after);
      for (const id of deleted) due.add(id);
      after = next;
    }
  }

  async function removeDue(): Promise<void> {
    for (const id of due) {
      while (!isClosed && await deletePartOfGroup(db, id)) await pass(pause);
      if (isClosed) return;
      due.delete(id);
    }
  }

  async function run(): Promise<void> {
    while (!isClosed && (isSweepDue || due.size > 0)) {
      if (isSweepDue) await findDue();
      await removeDue();
    }
  }

  function wake(): void {
    if (isClosed || running) return;
    clearTimeout(timer);
    running = run().catch((err) => {
      log.warn({ err }, "what deleted groups left behind could not be removed yet");
      timer = setTimeout(wake, retryAfter);
      Deno.unrefTimer(timer);
    }).finally(() => running = undefined);
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
