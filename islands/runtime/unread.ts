/** What is unread in the reader's groups, as it changes. */
import type { Unread } from "../../server/contract/unread.ts";
import { on } from "./events.ts";

/**
 * Listens to what is unread in any group: something was written there, or the reader has read it, maybe in another
 * window.
 *
 * @returns a function that stops listening
 */
export function onUnread(listener: (groupId: string, unread: Unread) => void): () => void {
  const handle = ({ groupId, unread, mentions }: Unread & { groupId: string }) =>
    listener(groupId, { unread, mentions });
  const stops = [on("groupActivity", handle), on("readUpdated", handle)];
  return () => stops.forEach((stop) => stop());
}
