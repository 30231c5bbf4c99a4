/** Messages of a group in the outbox. */
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import type { Entry } from "../../offline/outbox/entry.ts";
import { sendWaiting, unsent } from "../../offline/outbox/mod.ts";
import { onNews } from "../../offline/outbox/news.ts";
import { enqueue } from "../../offline/outbox/put.ts";
import { reloader } from "../../runtime/reloader.ts";
import { randomId } from "../../runtime/random_id.ts";
import { messageItem, messageKey } from "../connection/calls.ts";

/** Stores a message, which is sent when it can be. @throws where the browser stores nothing */
export const storeLater = (groupId: string, written: { content: string; anchor?: Anchor }): Promise<number> =>
  enqueue(messageItem(groupId, { clientId: randomId(), ...written }));

/** Sends what waits, if it can be sent. */
export const sendLater = (): void => void sendWaiting().catch(console.warn);

/** Shows what waits in a group, as it changes. @returns a function that stops that */
export function watchLater(groupId: string, show: (waiting: Entry[]) => void): () => void {
  const isOurs = ({ key, refusal }: Entry) => key === messageKey(groupId) && !refusal;
  const { reload } = reloader(async () => (await unsent()).filter(isOurs), show);
  void reload();
  return onNews(() => void reload());
}
