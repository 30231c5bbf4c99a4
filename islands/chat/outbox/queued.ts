import type { Entry } from "../../offline/outbox/entry.ts";
import { sendWaiting, unsent } from "../../offline/outbox/mod.ts";
import { onNews } from "../../offline/outbox/news.ts";
import { enqueue } from "../../offline/outbox/put.ts";
import { reloader } from "../../runtime/reloader.ts";
import type { GroupView } from "../../runtime/socket.ts";
import { messageItem, messageKey } from "../connection/calls.ts";
import { newPending } from "../connection/sender.ts";
import type { Draft } from "../connection/state.ts";

export const queueMessage = ({ groupId, viewer }: GroupView, draft: Draft): Promise<number> =>
  enqueue(messageItem(groupId, newPending(viewer, draft)));

export const sendQueued = (): void => void sendWaiting().catch(console.warn);

export function watchQueued(groupId: string, show: (queued: Entry[]) => void): () => void {
  const isOurs = ({ key, refusal }: Entry) => key === messageKey(groupId) && !refusal;
  const { reload } = reloader(async () => (await unsent()).filter(isOurs), show);
  void reload();
  return onNews(() => void reload());
}
