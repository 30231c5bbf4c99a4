/** Pushes that wait: each user's are sent one after the other, so that what delays some delays no other user. */
import pLimit from "p-limit";
import * as constants from "../contract/constants.ts";
import type { Push } from "../contract/notices.ts";

interface Line<Work> {
  /** By tag, the newest last: a browser shows one of each. */
  works: Map<string, Work>;
  done: Promise<void>;
}

/**
 * Makes the function that sends something to a user in their turn, and settles when all that waits for them is sent. Of
 * more than `constants.push.waiting` the oldest are not sent: each says only that there is something.
 *
 * @param send never rejects
 */
export function openTurns<Work extends { push: Push }>(
  send: (work: Work) => Promise<void>,
): (userId: string, work: Work) => Promise<void> {
  const limit = pLimit(constants.push.atOnce);
  /** Per process, as calls are. */
  const lines = new Map<string, Line<Work>>();

  async function sendLine(userId: string, works: Map<string, Work>): Promise<void> {
    while (works.size > 0) {
      await limit(() => {
        const [[tag, work]] = works;
        works.delete(tag);
        return send(work);
      });
    }
    lines.delete(userId);
  }

  return function add(userId, work) {
    const works = lines.get(userId)?.works ?? new Map<string, Work>();
    const { tag } = work.push;
    works.delete(tag);
    works.set(tag, work);
    if (works.size > constants.push.waiting) works.delete(works.keys().next().value!);
    if (!lines.has(userId)) lines.set(userId, { works, done: sendLine(userId, works) });
    return lines.get(userId)!.done;
  };
}
