/** Changes of messages: of those in a short time the latest state is sent, as each is sent whole and to everybody. */
import * as chatLimits from "../contract/chat/limits.ts";
import type { Message } from "../contract/chat/shapes.ts";
import type { ShownMessage } from "../../db/chat/visibility.ts";
import type { ChangesDelayed, MessageChange } from "../contract/chat/events.ts";
import { throttleByKey } from "./throttle.ts";

const { changesEvery, changesWithin } = chatLimits.chat;

/** Of how many people's reactions a message is sent every `chatLimits.chat.changesEvery`: with more, less often. */
const reactionsAtOnce = 50;

/** A changed message, as its group sees it. */
export interface CollectedChange extends ShownMessage, Pick<MessageChange, "revs"> {}

interface Senders {
  /** Sends a changed message. */
  send: (change: CollectedChange) => void;
  /** Sends that changes follow which are missing for longer than clients wait before they fetch what they miss. */
  announce: (delayed: ChangesDelayed) => void;
}

interface Changes {
  /** Sends a changed message at once, or a moment after its last change. */
  add(shown: ShownMessage): void;
  /** Sends what waits of a group. */
  flush(groupId: string): void;
}

export function collectChanges({ send, announce }: Senders): Changes {
  /** By message id; per process: who misses what a stopped one had not sent, fetches it on returning. */
  const waiting = new Map<string, CollectedChange>();
  /** By group id, of the changes that wait for long. */
  const delayed = new Map<string, number[]>();
  const messages = throttleByKey(changesEvery, (id) => Promise.resolve(sendWaiting(id)));
  const groups = throttleByKey(changesEvery, (groupId) => Promise.resolve(announceDelayed(groupId)));

  /** @returns after how many milliseconds the message may be sent again */
  function sendWaiting(id: string): number {
    const change = waiting.get(id);
    waiting.delete(id);
    if (!change) return changesEvery;
    send(change);
    return pauseAfter(change.message);
  }

  function announceDelayed(groupId: string): void {
    const revs = delayed.get(groupId)!;
    delayed.delete(groupId);
    announce({ groupId, revs });
  }

  return {
    add(shown) {
      const { message } = shown;
      const { id, groupId, rev } = message;
      const before = waiting.get(id);
      waiting.set(id, before ? merge(before, shown) : shown);
      // What was deleted is not to be seen any longer.
      if (message.deletedAt) return void sendWaiting(id);
      messages.call(id);
      if (!waiting.has(id) || pauseAfter(message) === changesEvery) return;
      delayed.set(groupId, [...delayed.get(groupId) ?? [], rev]);
      groups.call(groupId);
    },
    flush(groupId) {
      for (const [id, { message }] of waiting) if (message.groupId === groupId) sendWaiting(id);
    },
  };
}

function pauseAfter({ reactions }: Message): number {
  const count = reactions.reduce((sum, { userIds }) => sum + userIds.length, 0);
  return Math.min(changesWithin, changesEvery * Math.max(1, Math.ceil(count / reactionsAtOnce)));
}

/** The later state, which stands for both. */
function merge({ revs = [], ...before }: CollectedChange, shown: ShownMessage): CollectedChange {
  const [older, newer] = before.message.rev < shown.message.rev ? [before, shown] : [shown, before];
  return { ...newer, revs: [...revs, older.message.rev] };
}
