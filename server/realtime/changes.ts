import type { ShownMessage } from "../../db/chat/message_views.ts";
import type { ChangesDelayed, MessageChange } from "../contract/chat/events.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import type { Message } from "../contract/chat/shapes.ts";
import { throttleByKey } from "./throttle.ts";

const { changesEvery, changesWithin } = chatLimits.chat;

const reactionsAtOnce = 50;

export interface CollectedChange extends ShownMessage, Pick<MessageChange, "revs"> {}

interface Senders {
  send: (change: CollectedChange) => void;
  announce: (delayed: ChangesDelayed) => void;
}

/** Of the changes in a short time the latest state is sent, as each is sent whole and to everybody. */
export function collectChanges({ send, announce }: Senders) {
  /** By message id; per process: who misses what a stopped one had not sent, fetches it on returning. */
  const waiting = new Map<string, CollectedChange>();
  const delayed = new Map<string, number[]>();
  const messages = throttleByKey(changesEvery, (id) => Promise.resolve(sendWaiting(id)));
  const groups = throttleByKey(changesEvery, (groupId) => Promise.resolve(announceDelayed(groupId)));

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
    add(shown: ShownMessage): void {
      const { message } = shown;
      const { id, groupId, rev } = message;
      const before = waiting.get(id);
      waiting.set(id, before ? merge(before, shown) : shown);
      if (message.deletedAt) return void sendWaiting(id);
      messages.call(id);
      if (!waiting.has(id) || pauseAfter(message) === changesEvery) return;
      delayed.set(groupId, [...delayed.get(groupId) ?? [], rev]);
      groups.call(groupId);
    },
    flush(groupId: string): void {
      for (const [id, { message }] of waiting) if (message.groupId === groupId) sendWaiting(id);
    },
  };
}

function pauseAfter({ reactions }: Message): number {
  const count = reactions.reduce((sum, { userIds }) => sum + userIds.length, 0);
  return Math.min(changesWithin, changesEvery * Math.max(1, Math.ceil(count / reactionsAtOnce)));
}

function merge({ revs = [], ...before }: CollectedChange, shown: ShownMessage): CollectedChange {
  const [older, newer] = before.message.rev < shown.message.rev ? [before, shown] : [shown, before];
  return { ...newer, revs: [...revs, older.message.rev] };
}

type MessageRevision = Pick<Message, "groupId" | "rev">;

export class SentMessages {
  #last = new Map<string, number>();

  begin({ groupId, rev }: MessageRevision): void {
    if (!this.#last.has(groupId)) this.#last.set(groupId, rev);
  }

  add({ groupId, rev }: MessageRevision): void {
    const last = this.#last.get(groupId);
    if (last !== undefined && last < rev) this.#last.set(groupId, rev);
  }

  has({ groupId, rev }: MessageRevision): boolean {
    return (this.#last.get(groupId) ?? Infinity) >= rev;
  }

  keepOnly(groupIds: Set<string>): void {
    for (const groupId of this.#last.keys()) if (!groupIds.has(groupId)) this.#last.delete(groupId);
  }
}
