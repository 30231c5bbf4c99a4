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
  useLayoutEffect(() => {
    const { top } = tools.current!.getBoundingClientRect();
    const isCut = top < tools.current!.closest(".messages-box")!.getBoundingClientRect().top;
    tools.current!.toggleAttribute("data-below", isCut);
  }, []);
  return (
    <div className="message-tools" ref={tools}>
      <IconButton icon="smile" label={texts.chat.react} aria-haspopup="dialog" onClick={open("reactions")} />
      <IconButton icon="reply" label={texts.chat.reply} onClick={onReply} />
      <IconButton icon="more" label={texts.chat.more} aria-haspopup="dialog" onClick={open("all")} />
    </div>
  );
}
