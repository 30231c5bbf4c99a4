import { useEffect, useRef, useState } from "react";
import type { Anchor, Message } from "../../../server/contract/chat/shapes.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import type { FinderKind } from "../find/Finder.tsx";
import type { MenuKind } from "./MessageMenu.tsx";
import { emit } from "../../runtime/events.ts";
import { opensElsewhere } from "../../ui/intercept.ts";

export type Overlay =
  | { kind: FinderKind }
  | { kind: "menu"; menu: MenuKind; message: Message; button: HTMLElement }
  | { kind: "delete"; message: Message }
  | { kind: "emoji"; button: HTMLElement }
  | { kind: "anchor"; anchor: Anchor | undefined };

export interface OverlayState {
  overlay: Overlay | undefined;
  open: (next: Overlay) => void;
  close: (closed: Overlay) => void;
  clear: () => void;
}

export function useOverlay(chat: GroupChat, load: () => Promise<boolean>): OverlayState {
  const [overlay, setOverlay] = useState<Overlay>();
  const opener = useRef<HTMLElement>(null);

  function open(next: Overlay) {
    setOverlay(next);
    void load();
  }

  function close(closed: Overlay) {
    setOverlay((now) => now === closed ? undefined : now);
    if (closed.kind === "search" || closed.kind === "pins") opener.current?.focus();
  }

  useChatLinks((kind, from) => {
    opener.current = from;
    void chat.loadMembers();
    open({ kind });
  });
  return { overlay, open, close, clear: () => setOverlay(undefined) };
}

function useChatLinks(open: (kind: FinderKind, opener: HTMLElement) => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      // The bar is added with the first pinned message.
      const link = (event.target as Element).closest<HTMLAnchorElement>(":is(.chat-links, .chat-menu, .pin-bar) a");
      if (!link || opensElsewhere(event)) return;
      event.preventDefault();
      const [, seq] = link.search.split("=");
      if (seq) return emit("messageAsked", Number(seq));
      const menu = link.closest<HTMLElement>("[popover]");
      menu?.hidePopover();
      const opener = menu ? document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)! : link;
      latest.current(link.search.slice(1) as FinderKind, opener);
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);
}
