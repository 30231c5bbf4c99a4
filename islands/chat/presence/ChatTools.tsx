import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useShared } from "../context.ts";
import { DarkSwitch } from "./DarkSwitch.tsx";
import { Faces } from "./Faces.tsx";
import { usePresence } from "./usePresence.ts";

export const chatToolsId = "chat-tools";

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
