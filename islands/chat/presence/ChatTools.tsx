import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useShared } from "../context.ts";
import { DarkSwitch } from "./DarkSwitch.tsx";
import { Faces } from "./Faces.tsx";
import { usePresence } from "./usePresence.ts";

/** The id of the element in the page's head that has room for them. */
export const chatToolsId = "chat-tools";

/** What of the chat stands in the group's head, which is no island: who else is here, and the dark switch. */
export function ChatTools() {
  const { chat, state: { members } } = useShared();
  const { groupId, viewer } = chat.view;
  const present = usePresence(groupId);
  useEffect(() => void chat.loadMembers(present), [present]);
  const others = present.filter((id) => id !== viewer.id && id in members).map((id) => ({ id, ...members[id] }));
  return createPortal(
    <>
      <Faces people={others} />
      <DarkSwitch />
    </>,
    document.getElementById(chatToolsId)!,
  );
}
