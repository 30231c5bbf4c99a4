import { type MouseEvent, useLayoutEffect, useRef } from "react";
import { IconButton } from "../../ui/Button.tsx";
import type { MenuKind } from "./MessageMenu.tsx";
import { messageMenuTexts } from "../../../server/contract/chat/message_texts.ts";

interface Props {
  onReply?: () => void;
  onMenu: (kind: MenuKind, button: HTMLElement) => void;
}

export function MessageTools({ onReply, onMenu }: Props) {
  const open = (kind: MenuKind) => (event: MouseEvent<HTMLElement>) => onMenu(kind, event.currentTarget);
  const tools = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const placed = tools.current!;
    place(placed);
    if (!isMouse()) {
      placed.scrollIntoView({ block: "nearest" });
      return;
    }
    const box = placed.closest(".messages-box")!;
    const placeAgain = () => place(placed);
    box.addEventListener("scroll", placeAgain);
    return () => box.removeEventListener("scroll", placeAgain);
  }, []);
  return (
    <div className="message-tools" ref={tools}>
      <IconButton icon="smile" label={messageMenuTexts.react} aria-haspopup="dialog" onClick={open("reactions")} />
      {onReply && <IconButton icon="reply" label={messageMenuTexts.reply} onClick={onReply} />}
      <IconButton icon="more" label={messageMenuTexts.more} aria-haspopup="dialog" onClick={open("all")} />
    </div>
  );
}

const isMouse = () => matchMedia("(pointer: fine)").matches;

const gap = 8;

/** For a mouse nothing is to move under it: the tools lie over the end of the message where its line has no room. */
function place(tools: HTMLElement): void {
  // Below its message they would take room, and move what is measured.
  tools.toggleAttribute("data-placed", true);
  const line = tools.parentElement!.getBoundingClientRect();
  const bubble = tools.parentElement!.querySelector(".message-bubble")!.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tools;
  const box = tools.closest(".messages-box")!.getBoundingClientRect();
  // On glass they are scrolled into view.
  const within = (top: number) => isMouse() ? Math.min(Math.max(top, box.top), box.bottom - height) : top;
  const isRoomAfter = line.right - bubble.right >= width + gap;
  if (isRoomAfter || bubble.left - line.left >= width + gap) {
    const left = isRoomAfter ? bubble.right + gap : bubble.left - gap - width;
    moveTo(tools, left - line.left, within(bubble.top + Math.min((bubble.height - height) / 2, 0)) - line.top);
  } else if (isMouse()) {
    moveTo(tools, bubble.right - width - line.left, within(bubble.bottom - height) - line.top);
  } else {
    tools.toggleAttribute("data-placed", false);
  }
}

function moveTo(tools: HTMLElement, left: number, top: number): void {
  Object.assign(tools.style, { left: `${left}px`, top: `${top}px` });
}
