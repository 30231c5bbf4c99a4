import pLimit from "p-limit";
import { withTimeout } from "../../db/engine/timing.ts";
import * as noticesLimits from "../contract/notices/limits.ts";
import type { Push } from "../contract/notices/shapes.ts";
import type { Log } from "../log.ts";

const grace = 500;

export function openDelayedWork(log: Log) {
  const closed = new AbortController();
  const running = new Set<Promise<void>>();
  const delayed = new Map<() => void, ReturnType<typeof setTimeout>>();

  function run(work: () => Promise<void>): void {
    if (closed.signal.aborted) return;
    const done = work().catch((err) => void (closed.signal.aborted || log.error({ err }, "push failed")))
      .finally(() => running.delete(done));
    running.add(done);
  }

  async function doAll(): Promise<void> {
    while (delayed.size + running.size > 0) {
      [...delayed.keys()].forEach((begin) => begin());
      await Promise.all(running);
    }
  }

  return {
    closed: closed.signal,
    later(work: () => Promise<void>): void {
      const begin = () => {
        clearTimeout(delayed.get(begin));
        delayed.delete(begin);
        run(work);
      };
      delayed.set(begin, setTimeout(begin, noticesLimits.push.after));
      Deno.unrefTimer(delayed.get(begin)!);
    },
    idle: doAll,
    async close(): Promise<void> {
      await withTimeout(grace, doAll());
      closed.abort();
    },
  };
}

interface Waiting<Work> {
  work: Work;
  settle: () => void;
}

type Queue<Work> = Map<string, Waiting<Work>>;

// Each user's pushes are sent one after the other, so that what delays some delays no other user. The made function
// settles when its work is sent, or left out: of more than `push.waiting` the oldest are.
export function openUserQueues<Work extends { push: Push }>(
  send: (work: Work) => Promise<void>,
): (userId: string, work: Work) => Promise<void> {
  const limit = pLimit(noticesLimits.push.atOnce);
  const queues = new Map<string, Queue<Work>>();

  async function sendQueue(userId: string, queue: Queue<Work>): Promise<void> {
    while (queue.size > 0) {
      // In an object: what is awaited here is that it was begun.
      const { sending } = await limit(async () => {
        const [[tag, { work, settle }]] = queue;
        queue.delete(tag);
        const sending = send(work).then(settle);
        await withTimeout(noticesLimits.push.turn, sending);
        return { sending };
      });
      await sending;
    }
    queues.delete(userId);
  }

  function leaveOut(queue: Queue<Work>, tag: string): void {
    queue.get(tag)?.settle();
    queue.delete(tag);
  }

  return function add(userId, work) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const isIdle = !queues.has(userId);
    const queue: Queue<Work> = queues.get(userId) ?? new Map();
    queues.set(userId, queue);
    leaveOut(queue, work.push.tag);
    queue.set(work.push.tag, { work, settle: resolve });
    if (queue.size > noticesLimits.push.waiting) leaveOut(queue, queue.keys().next().value!);
    if (isIdle) void sendQueue(userId, queue);
    return promise;
  };
}
