import type { Change } from "../../../db/chat/message_changes.ts";
import type { Deps } from "../../deps.ts";

export function announceChange({ broadcast }: Deps, { changed, message, shown }: Change): void {
  if (!changed || !shown) return;
  broadcast.messageChanged(shown);
  if ((message ?? shown.message).replyTo) broadcast.partChanged({ groupId: shown.message.groupId, part: "threads" });
}
