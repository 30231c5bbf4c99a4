import { setTimeout as delay } from "node:timers/promises";
import { indexMessages, mergeWords } from "../../db/chat/message_search.ts";
import type { Db } from "../../db/engine/client.ts";
import type { Log } from "../log.ts";

const wait = 2000;
/** Between two commits, in which other writes go first. */
const pause = 5;
const retryAfter = 60_000;

export type MessageIndex = ReturnType<typeof openMessageIndex>;

/** Messages are indexed a moment after they are sent, many in one commit: each alone would cost more. */
export function openMessageIndex({ db, log }: { db: Db; log: Log }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  async function run(): Promise<void> {
    try {
      for (let mayWait = true; mayWait && !isClosed;) {
        mayWait = await indexMessages(db);
        while (!isClosed && await mergeWords(db)) await delay(pause);
        await delay(pause);
      }
    } catch (err) {
      if (isClosed) return;
      log.warn({ err }, "messages could not be indexed yet");
      start(retryAfter);
    }
  }

  function start(after: number): void {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = (running ?? Promise.resolve()).then(run);
    }, after);
    Deno.unrefTimer(timer);
  }

  return {
    messagesWait: () => start(wait),
    async flush(): Promise<void> {
      if (await indexMessages(db)) start(wait);
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
