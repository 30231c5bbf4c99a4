/** Changes of messages: of those in a short time the latest state is sent, as each is sent whole and to everybody. */
import type { Message } from "../contract/chat.ts";
import type { MessageChange } from "../contract/events.ts";
import * as constants from "../contract/constants.ts";
import { throttleByKey } from "./throttle.ts";

/** Of how many people's reactions a message is sent every `constants.chat.changesEvery`: with more, seldomer. */
const reactionsAtOnce = 50;

export interface Changes {
  /** Sends a changed message, at once or a moment after the group's last one. */
  add(message: Message): void;
  /** Sends what waits of a group: before what comes later, so that no `rev` is missing then. */
  flush(groupId: string): void;
}

/** @param send called with changed messages */
export function collectChanges(send: (change: MessageChange) => void): Changes {
  /** By group and message; per process: who misses what a stopped one had not sent, fetches it on returning. */
  const waiting = new Map<string, Map<string, MessageChange>>();
  const { call } = throttleByKey(constants.chat.changesEvery, (groupId) => Promise.resolve(flush(groupId)));

  /** @returns after how many milliseconds there may be more */
  function flush(groupId: string): number {
    const changes = [...waiting.get(groupId)?.values() ?? []];
    waiting.delete(groupId);
    changes.forEach(send);
    const most = Math.max(0, ...changes.map(({ reactions }) => reactions.flatMap(({ userIds }) => userIds).length));
    return constants.chat.changesEvery * Math.max(1, Math.ceil(most / reactionsAtOnce));
  }

  return {
    add(message) {
      const { groupId, id } = message;
      const ofGroup = waiting.get(groupId) ?? new Map<string, MessageChange>();
      waiting.set(groupId, ofGroup);
      const before = ofGroup.get(id);
      ofGroup.set(id, before ? merge(before, message) : message);
      // What was deleted is not to be seen any longer.
      if (message.deletedAt) flush(groupId);
      else call(groupId);
    },
    flush: (groupId) => void flush(groupId),
  };
}

/** The later state, which stands for both. */
function merge({ revs = [], ...before }: MessageChange, message: Message): MessageChange {
  const [older, newer] = before.rev < message.rev ? [before, message] : [message, before];
  return { ...newer, revs: [...revs, older.rev] };
}
