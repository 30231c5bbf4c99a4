import { setTimeout as delay } from "node:timers/promises";
import { deletePartOfUnusedTexts } from "../../db/books/text_storage.ts";
import { deletePartOfUnused } from "../../db/chat/files.ts";
import { mergeDeletedWords } from "../../db/chat/message_search.ts";
import type { Db } from "../../db/engine/client.ts";
import { deletePartOfGroup, listDeletedGroups } from "../../db/groups/deletion.ts";
import { giveUpStaleIncoming } from "../../db/groups/incoming.ts";
import { archive } from "../contract/groups/limits.ts";
import type { Log } from "../log.ts";

/** Milliseconds between two parts, in which other writes go first. A large index has more than a thousand parts. */
const pauses = { files: 5, texts: 5, traces: 20 };

interface PurgeDeps {
  db: Db;
  log: Log;
  clock?: () => number;
  retryAfter?: number;
}

export type Purge = ReturnType<typeof openPurge>;

export function openPurge({ db, log, clock = Date.now, retryAfter = 60_000 }: PurgeDeps) {
  const groups = new Set<string>();
  const due = { sweep: false, files: false, texts: false, traces: false };
  let running: Promise<void> | undefined;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function removeAll(what: "files" | "texts" | "traces", removePart: () => Promise<boolean>): Promise<void> {
    if (!due[what]) return;
    due[what] = false;
    try {
      while (!isClosed && await removePart()) await delay(pauses[what]);
    } catch (error) {
      due[what] = true;
      throw error;
    }
  }

  async function removeGroups(): Promise<void> {
    for (const id of groups) {
      while (!isClosed && await deletePartOfGroup(db, id)) await delay(pauses.files);
      if (isClosed) return;
      groups.delete(id);
      due.texts = due.traces = true;
    }
  }

  async function run(): Promise<void> {
    try {
      while (!isClosed && isAnyDue()) {
        if (due.sweep) { for (const id of await collectGroupsToDelete(db, clock())) groups.add(id); }
        due.sweep = false;
        await removeAll("files", () => deletePartOfUnused(db, clock()));
        await removeGroups();
        await removeAll("texts", () => deletePartOfUnusedTexts(db, clock()));
        await removeAll("traces", () => mergeDeletedWords(db));
      }
      await db.checkpoint();
    } catch (err) {
      log.warn({ err }, "contents of deleted groups, or unused files, could not be deleted yet");
      timer = setTimeout(wake, retryAfter);
      Deno.unrefTimer(timer);
    }
    // In the same turn as the last check, so that no call is missed.
    running = undefined;
  }

  const isAnyDue = () => due.sweep || due.files || due.texts || due.traces || groups.size > 0;

  function wake(): void {
    if (isClosed || running || !isAnyDue()) return;
    clearTimeout(timer);
    running = run();
  }

  const remove = (what: "files" | "texts" | "traces") => () => {
    due[what] = true;
    wake();
  };

  return {
    groupDeleted(id: string): void {
      groups.add(id);
      wake();
    },
    filesReleased: remove("files"),
    textsReleased: remove("texts"),
    removeTraces: remove("traces"),
    async sweep(): Promise<void> {
      due.sweep = due.files = due.texts = true;
      wake();
      await running;
    },
    async close(): Promise<void> {
      isClosed = true;
      await running;
      clearTimeout(timer);
    },
  };
}

/** Those whose deletion ended midway, and those of archives that are not sent any further. */
async function collectGroupsToDelete(db: Db, now: number): Promise<string[]> {
  await giveUpStaleIncoming(db, now - archive.stale);
  return await listDeletedGroups(db);
}
