import { useRef, useState } from "react";
import type { Anchor, Message } from "../../../server/contract/chat/shapes.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import type { FinderKind } from "../find/Finder.tsx";
import { useChatLinks } from "../find/useChatLinks.ts";
import type { MenuKind } from "./MessageMenu.tsx";

export type Overlay =
  | { kind: FinderKind }
  | { kind: "menu"; menu: MenuKind; message: Message; button: HTMLElement }
  | { kind: "delete"; message: Message }
  | { kind: "anchor"; anchor: Anchor | undefined };

export interface OverlayState {
  overlay: Overlay | undefined;
  open: (next: Overlay) => void;
  close: (closed: Overlay) => void;
  clear: () => void;
}

export function useOverlay(chat: GroupChat, load: () => Promise<void>): OverlayState {
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
