import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useShared } from "../useChat.ts";
import { on } from "../../runtime/events.ts";
import { late } from "../../runtime/late.ts";
import { useLate } from "../../runtime/useLate.ts";
import { chatTheme } from "../../../server/contract/chat/chat_theme.ts";
import { store } from "../../runtime/storage.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { storageKeys } from "../../../server/contract/site/limits.ts";

const loadFaces = late(() => import("./Faces.tsx"));

export const chatToolsId = "chat-tools";
/** In the menu of the group's name, for windows whose head has no room for it. */
export const chatThemeId = "chat-theme";

export function ChatTools() {
  const { chat, state: { members } } = useShared();
  const { groupId, viewer } = chat.view;
  const present = usePresence(groupId);
  useEffect(() => void chat.loadMembers(present), [present]);
  const others = present.filter((id) => id !== viewer.id && id in members).map((id) => ({ id, ...members[id] }));
  const isAlone = others.length === 0;
  const { loaded, prepare } = useLate(loadFaces);
  useEffect(() => isAlone ? undefined : prepare(), [isAlone]);
  const { label, ...theme } = useDarkMode();
  return (
    <>
      {inPlace(
        chatToolsId,
        <>
          {loaded && <loaded.Faces people={others} />}
          <IconButton label={label} {...theme} />
        </>,
      )}
      {inPlace(chatThemeId, <Button className="nav-link" kind="plain" {...theme}>{label}</Button>)}
    </>
  );
}

const inPlace = (id: string, content: ReactNode) => createPortal(content, document.getElementById(id)!);

function usePresence(groupId: string): string[] {
  const [present, setPresent] = useState<string[]>([]);
  useEffect(() => on("presence", (who) => who.groupId === groupId && setPresent(who.userIds)), [groupId]);
  return present;
}

function useDarkMode(): ComponentProps<typeof IconButton> {
  const { dataset } = document.documentElement;
  const [theme, setTheme] = useState(dataset[chatTheme]);
  const pageIsDark = usePageIsDark();
  const dark = theme ? theme === "dark" : pageIsDark;

  function toggle() {
    store(storageKeys.chatDarkMode, String(!dark));
    setTheme(dataset[chatTheme] = dark ? "light" : "dark");
  }

  return { icon: dark ? "sun" : "moon", label: "Dark mode", "aria-pressed": dark, onClick: toggle };
}

function usePageIsDark(): boolean {
  const [query] = useState(() => matchMedia("(prefers-color-scheme: dark)"));
  const [isDark, setIsDark] = useState(query.matches);
  useEffect(() => {
    const update = () => setIsDark(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, [query]);
  return isDark;
}
