import { type MouseEvent, useLayoutEffect, useRef } from "react";
import { texts } from "../../../server/contract/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import type { MenuKind } from "./MessageMenu.tsx";

interface Props {
  onReply: () => void;
  onMenu: (kind: MenuKind, button: HTMLElement) => void;
}

/** What can be done with the message that is pointed at, has the focus or was tapped. */
export function MessageTools({ onReply, onMenu }: Props) {
  const open = (kind: MenuKind) => (event: MouseEvent<HTMLElement>) => onMenu(kind, event.currentTarget);
  const tools = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place(tools.current!), []);
  return (
    <div className="message-tools" ref={tools}>
      <IconButton icon="smile" label={texts.chat.react} aria-haspopup="dialog" onClick={open("reactions")} />
      <IconButton icon="reply" label={texts.chat.reply} onClick={onReply} />
      <IconButton icon="more" label={texts.chat.more} aria-haspopup="dialog" onClick={open("all")} />
    </div>
  );
}

/** Pixels between a message and its tools. */
const gap = 8;

/** Beside the message where it leaves room in its line, else above it, or below where that would be cut off. */
function place(tools: HTMLElement): void {
  const line = tools.parentElement!.getBoundingClientRect();
  const bubble = tools.parentElement!.querySelector(".message-bubble")!.getBoundingClientRect();
  const needed = tools.offsetWidth + gap;
  const isRoomAfter = line.right - bubble.right >= needed;
  if (isRoomAfter || bubble.left - line.left >= needed) {
    tools.style.left = `${(isRoomAfter ? bubble.right + gap : bubble.left - needed) - line.left}px`;
    tools.style.top = `${bubble.top - line.top}px`;
    tools.dataset.place = "beside";
  } else if (tools.getBoundingClientRect().top < tools.closest(".messages-box")!.getBoundingClientRect().top) {
    tools.dataset.place = "below";
  }
}
