import { discardMessage, enqueue, entriesOf, type Entry } from "../../offline/outbox/entries.ts";
import { thisWindow, windowBefore } from "../../offline/outbox/window.ts";
import { messageItem, messageKey } from "../connection/sender.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import type { Pending } from "../state/state.ts";

/** What is being sent is stored for any window, in case this one ends before the server has it. */

/** Stores what is pending until it is stored by the server or goes back, and takes up what this window left pending. */
export function storeSending({ store, view: { groupId, viewer }, sender }: GroupChat): void {
  const key = messageKey(groupId);
  const storing = new Map<string, Promise<unknown>>();

  store.subscribe(() => {
    const sending = store.getState().pending.filter(({ seq }) => seq === undefined);
    for (const pending of sending) {
      if (!storing.has(pending.clientId)) storing.set(pending.clientId, storePending(pending).catch(console.warn));
    }
    for (const [clientId, stored] of storing) {
      if (sending.some((pending) => pending.clientId === clientId)) continue;
      storing.delete(clientId);
      void stored.then(() => discardMessage(clientId)).catch(console.warn);
    }
  });

  const storePending = (pending: Pending) =>
    enqueue({ ...messageItem(groupId, pending), window: thisWindow(key), shown: pending });

  async function takeUp(): Promise<void> {
    const before = windowBefore(key);
    const left = (await entriesOf(viewer.id)).filter(({ window }) => window && window === before);
    const pending = left.filter(isWaiting).map(({ shown }) => shown as Pending);
    if (pending.length === 0) return;
    thisWindow(key);
    pending.forEach(({ clientId }) => storing.set(clientId, Promise.resolve()));
    store.dispatch({ type: "resumed", pending });
    sender.resend();
  }
  takeUp().catch(console.warn);
}

const isWaiting = ({ refusal, shown }: Entry): boolean => !refusal && shown !== undefined;
