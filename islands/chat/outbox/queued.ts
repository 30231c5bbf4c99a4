/** Messages of a group in the outbox. */
import type { Entry } from "../../offline/outbox/entry.ts";
import { sendWaiting, unsent } from "../../offline/outbox/mod.ts";
import { onNews } from "../../offline/outbox/news.ts";
import { enqueue } from "../../offline/outbox/put.ts";
import { reloader } from "../../runtime/reloader.ts";
import type { GroupView } from "../../runtime/socket.ts";
import { messageItem, messageKey } from "../connection/calls.ts";
import { newPending } from "../connection/sender.ts";
import type { Draft } from "../connection/state.ts";

/** Stores a message, which is sent when it can be. @throws where the browser stores nothing */
export const queueMessage = ({ groupId, viewer }: GroupView, draft: Draft): Promise<number> =>
  enqueue(messageItem(groupId, newPending(viewer, draft)));

/** Sends what is queued, if it can be sent. */
export const sendQueued = (): void => void sendWaiting().catch(console.warn);

/** Shows what is queued in a group, as it changes. @returns a function that stops that */
export function watchQueued(groupId: string, show: (queued: Entry[]) => void): () => void {
  const isOurs = ({ key, refusal }: Entry) => key === messageKey(groupId) && !refusal;
  const { reload } = reloader(async () => (await unsent()).filter(isOurs), show);
  void reload();
  return onNews(() => void reload());
}
