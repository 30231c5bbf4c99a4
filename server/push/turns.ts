/** Pushes that wait: each user's are sent one after the other, so that what delays some delays no other user. */
import pLimit from "p-limit";
import * as noticesLimits from "../contract/notices/limits.ts";
import { atMost } from "../../db/engine/with_timeout.ts";
import type { Push } from "../contract/notices/notices.ts";

interface Waiting<Work> {
  work: Work;
  /** Called when it is sent, or is not to be. */
  settle: () => void;
}

/** What waits for a user by tag, the newest last: a browser shows one of each. */
type Queue<Work> = Map<string, Waiting<Work>>;

/**
 * Makes the function that sends something to a user in their turn, and settles when it is sent or left out. Of more
 * than `noticesLimits.push.waiting` the oldest are left out: each says only that there is something.
 *
 * @param send never rejects
 */
export function openTurns<Work extends { push: Push }>(
  send: (work: Work) => Promise<void>,
): (userId: string, work: Work) => Promise<void> {
  const limit = pLimit(noticesLimits.push.atOnce);
  /** By user; per process, as calls are. */
  const queues = new Map<string, Queue<Work>>();

  async function sendQueue(userId: string, queue: Queue<Work>): Promise<void> {
    while (queue.size > 0) {
      // In an object: what is awaited here is that it was begun.
      const { sending } = await limit(async () => {
        const [[tag, { work, settle }]] = queue;
        queue.delete(tag);
        const sending = send(work).then(settle);
        await atMost(noticesLimits.push.turn, sending);
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
