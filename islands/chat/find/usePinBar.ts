import { useEffect } from "react";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { loadControls } from "../actions/controls.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import { on } from "../../runtime/events.ts";

/** What is pinned stands above the chat. */
export function usePinBar(chat: GroupChat): void {
  useEffect(() => on("messageChanged", (message) => void follow(message, chat)), []);
}

async function follow(message: Message, { store }: GroupChat): Promise<void> {
  if (!message.pinnedAt && !document.querySelector(".pin-bar:not([hidden])")) return;
  try {
    await (await loadControls()).followPin(message, store.getState().members);
  } catch (error) {
    console.warn(error);
  }
}
