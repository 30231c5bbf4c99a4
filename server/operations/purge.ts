/**
 * Deletes the contents of deleted groups, files that nobody has, and what can still be read of what was deleted: in small
 * parts, while the service runs.
 */
import { setTimeout as delay } from "node:timers/promises";
import { deletePartOfGroup, listDeletedGroups } from "../../db/groups/deleted_groups.ts";
import type { Db } from "../../db/engine/client.ts";
import { deletePartOfUnused } from "../../db/chat/files.ts";
import { mergeDeletedWords } from "../../db/chat/message_search.ts";
import type { Log } from "../log/log.ts";

/** Milliseconds between two parts, in which other writes go first. */
const pause = 5;
/** Milliseconds between two parts of the index of messages, of which there are more than a thousand in a large one. */
const longPause = 20;

interface Parts {
  db: Db;
  log: Log;
  clock?: () => number;
  /** Milliseconds to wait after a failed write. */
  retryAfter?: number;
}

export interface Purge {
  /** Deletes this group's contents in the background. */
  groupDeleted(id: string): void;
  /** Deletes files that are of no message any more, and those that were not sent in time, in the background. */
  filesReleased(): void;
  /** Clears what can be read of what was deleted, in the background: words in an index, and the log of writes. */
  removeTraces(): void;
  /**
   * The same for all such files, and all deleted groups that still have contents, including those of earlier runs.
   * Settles at its end.
   */
  sweep(): Promise<void>;
  /** Stops; the rest is deleted by the next run. */
  close(): Promise<void>;
}

export function openPurge({ db, log, clock = Date.now, retryAfter = 60_000 }: Parts): Purge {
  const due = new Set<string>();
  let running: Promise<void> | undefined;
  let isSweepDue = false;
  let areFilesDue = false;
  let areTracesDue = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function removeFiles(): Promise<void> {
    areFilesDue = false;
    try {
      while (!isClosed && await deletePartOfUnused(db, clock())) await delay(pause);
    } catch (error) {
      areFilesDue = true;
      throw error;
    }
  }

  async function removeDue(): Promise<void> {
    for (const id of due) {
      while (!isClosed && await deletePartOfGroup(db, id)) await delay(pause);
      if (isClosed) return;
      due.delete(id);
      areTracesDue = true;
    }
  }

  async function mergeIndex(): Promise<void> {
    areTracesDue = false;
    try {
      while (!isClosed && await mergeDeletedWords(db)) await delay(longPause);
    } catch (error) {
      areTracesDue = true;
      throw error;
    }
  }

  async function run(): Promise<void> {
    try {
      while (!isClosed && isAnyDue()) {
        if (isSweepDue) { for (const id of await listDeletedGroups(db)) due.add(id); }
        isSweepDue = false;
        if (areFilesDue) await removeFiles();
        await removeDue();
        if (areTracesDue) await mergeIndex();
      }
      await db.foldIn();
    } catch (err) {
      log.warn({ err }, "contents of deleted groups, or unused files, could not be deleted yet");
      timer = setTimeout(wake, retryAfter);
      Deno.unrefTimer(timer);
    }
    // In the same turn as the last check, so that no call is missed.
    running = undefined;
  }

  const isAnyDue = () => isSweepDue || areFilesDue || areTracesDue || due.size > 0;

  function wake(): void {
    if (isClosed || running || !isAnyDue()) return;
    clearTimeout(timer);
    running = run();
  }

  return {
    groupDeleted(id) {
      due.add(id);
      wake();
    },
    filesReleased() {
      areFilesDue = true;
      wake();
    },
    removeTraces() {
      areTracesDue = true;
      wake();
    },
    async sweep() {
      isSweepDue = areFilesDue = true;
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
