import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { messageMenuTexts } from "../../../server/contract/chat/message_texts.ts";
import { isPinned } from "../../../server/contract/chat/paths.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { Role } from "../../../server/contract/groups/shapes.ts";
import type { IconName } from "../../ui/Icon.tsx";
import { isOrganizer, type MessageCalls } from "./useMessageActions.ts";

export type MenuKind = "reactions" | "all";

interface Props {
  given: string[];
  items: MenuItem[];
  anchor: HTMLElement;
  onReact: (emoji: string, given: boolean) => void;
  onClose: () => void;
}

export function MessageMenu({ given, items, anchor, onReact, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    box.current!.showPopover();
    place(box.current!, anchor);
    box.current!.querySelector("button")!.focus();
  }, []);

  function choose(action: () => void): void {
    box.current!.hidePopover();
    action();
  }

  function reactTyped(event: FormEvent): void {
    event.preventDefault();
    const emoji = typed.trim();
    if (emoji) choose(() => onReact(emoji, true));
  }

  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={messageMenuTexts.more}
      className="message-menu"
      onToggle={(event) => event.newState === "closed" && onClose()}
    >
      <div className="quick-emoji">
        {chatLimits.quickEmoji.map((emoji) => {
          const isGiven = given.includes(emoji);
          return (
            <button
              key={emoji}
              type="button"
              className="emoji-button"
              aria-pressed={isGiven}
              onClick={() => choose(() => onReact(emoji, !isGiven))}
            >
              {emoji}
            </button>
          );
        })}
      </div>
      <form className="other-emoji" onSubmit={reactTyped}>
        <input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={chatLimits.message.emoji}
          autoComplete="off"
          aria-label={messageMenuTexts.otherEmoji}
          placeholder={messageMenuTexts.otherEmoji}
        />
        <Button type="submit" icon="plus">Add</Button>
      </form>
      {items.map(({ text, icon, act }) => (
        <Button
          key={text}
          icon={icon}
          className="menu-item"
          onClick={() => choose(act)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}

function place(box: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, right } = anchor.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = box;
  const fitsBelow = bottom + offsetHeight < innerHeight;
  const y = fitsBelow ? bottom : Math.max(top - offsetHeight, 0);
  box.style.setProperty("--y", `${y}px`);
  box.style.setProperty("--x", `${Math.max(right - offsetWidth, 8)}px`);
}

interface MenuItem {
  text: string;
  icon: IconName;
  act: () => void;
}

interface Rights {
  viewerId: string;
  role: Role;
  calls: MessageCalls;
  remove: () => void;
}

export function menuItemsFor(message: Message, { viewerId, role, calls, remove }: Rights): MenuItem[] {
  const isOwn = message.userId === viewerId;
  const organizes = isOrganizer(role);
  const item = (isOffered: boolean, text: string, icon: IconName, act: () => void): MenuItem[] =>
    isOffered ? [{ text, icon, act }] : [];
  return [
    ...item(!message.veiled, messageMenuTexts.reply, "reply", () => calls.reply(message)),
    ...item(true, messageMenuTexts.copyLink, "link", () => calls.copyLink(message)),
    ...item(isOwn, messageMenuTexts.edit, "pencil", () => calls.edit(message)),
    ...item(
      organizes,
      isPinned(message) ? messageMenuTexts.unpin : messageMenuTexts.pin,
      "pin",
      () => calls.pin(message),
    ),
    ...item(!isOwn && !message.veiled, messageMenuTexts.report, "flag", () => calls.report(message)),
    ...item(isOwn || organizes, messageMenuTexts.delete, "trash", remove),
  ];
}
