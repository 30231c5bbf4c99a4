import { type MouseEvent, useLayoutEffect, useRef } from "react";
import { texts } from "../../../server/contract/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import type { MenuKind } from "./MessageMenu.tsx";

interface Props {
  /** Undefined where there is nothing to be read. */
  onReply?: () => void;
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
      {onReply && <IconButton icon="reply" label={texts.chat.reply} onClick={onReply} />}
      <IconButton icon="more" label={texts.chat.more} aria-haspopup="dialog" onClick={open("all")} />
    </div>
  );
}

/** Pixels between a message and its tools. */
const gap = 8;

/**
 * Beside the message where its line has room; else below it, or for a mouse, under which nothing is to move, over its
 * own end.
 */
function place(tools: HTMLElement): void {
  const line = tools.parentElement!.getBoundingClientRect();
  const bubble = tools.parentElement!.querySelector(".message-bubble")!.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tools;
  const isMouse = matchMedia("(pointer: fine)").matches;
  const isRoomAfter = line.right - bubble.right >= width + gap;
  if (isRoomAfter || bubble.left - line.left >= width + gap) {
    const left = isRoomAfter ? bubble.right + gap : bubble.left - gap - width;
    moveTo(tools, left - line.left, bubble.top - line.top + Math.min((bubble.height - height) / 2, 0));
  } else if (isMouse) {
    moveTo(tools, bubble.right - width - line.left, bubble.bottom - height - line.top);
  }
  if (!isMouse) tools.scrollIntoView({ block: "nearest" });
}

function moveTo(tools: HTMLElement, left: number, top: number): void {
  tools.toggleAttribute("data-placed", true);
  Object.assign(tools.style, { left: `${left}px`, top: `${top}px` });
}
