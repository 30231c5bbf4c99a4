import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useShared } from "../useChat.ts";
import { on } from "../../runtime/events.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { presence } from "../../../server/contract/chat/limits.ts";
import { presenceTexts } from "../../../server/contract/chat/texts.ts";
import { chatTheme } from "../../../server/contract/chat/chat_theme.ts";
import { store } from "../../runtime/storage.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { storageKeys } from "../../../server/contract/site/limits.ts";

export const chatToolsId = "chat-tools";
/** In the menu of the group's name, for windows whose head has no room for it. */
export const chatThemeId = "chat-theme";

export function ChatTools() {
  const { chat, state: { members } } = useShared();
  const { groupId, viewer } = chat.view;
  const present = usePresence(groupId);
  useEffect(() => void chat.loadMembers(present), [present]);
  const others = present.filter((id) => id !== viewer.id && id in members).map((id) => ({ id, ...members[id] }));
  const { label, ...theme } = useDarkMode();
  return (
    <>
      {inPlace(
        chatToolsId,
        <>
          <Faces people={others} />
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

interface Props {
  people: { id: string; username: string; name: string; picture?: string }[];
}

export function Faces({ people }: Props) {
  const names = useRef<HTMLDivElement>(null);
  if (people.length === 0) return null;
  const show = () => names.current!.matches(":popover-open") || names.current!.showPopover();
  const hide = () => names.current!.hidePopover();
  const shown = people.slice(0, presence.faces);
  const named = people.slice(0, presence.names).map(({ name }) => name);
  const unnamed = people.length - named.length;
  return (
    <div className="faces" onPointerEnter={show} onPointerLeave={hide}>
      <button
        type="button"
        className="faces-button"
        aria-label={presenceTexts.here(named, unnamed)}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        <span className="faces-pictures">
          {shown.map(({ id, username, name, picture }) => (
            <Avatar key={id} user={{ id, username, fullName: name, profileImage: picture ?? null }} size={28} />
          ))}
        </span>
        <span className="faces-count" data-more={people.length > shown.length || undefined}>
          {presenceTexts.count(people.length)}
        </span>
      </button>
      <div className="faces-names" ref={names} popover="auto" aria-hidden="true">
        <p className="faces-title">{presenceTexts.title}</p>
        {named.map((name, index) => <p key={people[index].id}>{name}</p>)}
        {unnamed > 0 && <p>{presenceTexts.more(unnamed)}</p>}
      </div>
    </div>
  );
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
