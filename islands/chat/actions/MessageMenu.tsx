import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { emojiTexts, messageMenuTexts } from "../../../server/contract/chat/message_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { chatPaths, isPinned } from "../../../server/contract/chat/paths.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { copyText } from "../../runtime/clipboard.ts";
import { askWhatItSays } from "../../../server/contract/reading/question_paths.ts";
import { questionTexts } from "../../../server/contract/reading/question_texts.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { Role } from "../../../server/contract/groups/shapes.ts";
import { useLate } from "../../runtime/useLate.ts";
import { loadPicker } from "../emoji/load_picker.ts";
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
  const picker = useLate(loadPicker);
  const choose = (action: () => void) => closeAnd(box, action);

  return (
    <MenuBox box={box} label={messageMenuTexts.more} anchor={anchor} content={picker.loaded} onClose={onClose}>
      {picker.loaded
        ? <picker.loaded.EmojiPicker onPick={(emoji) => choose(() => onReact(emoji, true))} />
        : (
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
            <IconButton icon="plus" label={emojiTexts.more} onClick={() => void picker.load()} />
          </div>
        )}
      {!picker.loaded && items.map(({ text, icon, act }) => (
        <Button
          key={text}
          icon={icon}
          className="menu-item"
          onClick={() => choose(act)}
        >
          {text}
        </Button>
      ))}
    </MenuBox>
  );
}

interface PickerProps extends Pick<Props, "anchor" | "onClose"> {
  onPick: (emoji: string) => void;
}

/** For what is being written. */
export function EmojiMenu({ anchor, onPick, onClose }: PickerProps) {
  const box = useRef<HTMLDivElement>(null);
  const { loaded, load } = useLate(loadPicker);
  useEffect(() => void load(), []);
  return (
    <MenuBox box={box} label={emojiTexts.title} anchor={anchor} content={loaded} onClose={onClose}>
      {loaded && <loaded.EmojiPicker onPick={(emoji) => closeAnd(box, () => onPick(emoji))} />}
    </MenuBox>
  );
}

type Box = RefObject<HTMLDivElement | null>;

function closeAnd(box: Box, action: () => void): void {
  box.current!.hidePopover();
  action();
}

interface BoxProps extends Pick<Props, "anchor" | "onClose"> {
  box: Box;
  label: string;
  /** When they change its size is measured again, and the first gets the focus. */
  content: unknown;
  children: ReactNode;
}

function MenuBox({ box, label, anchor, content, onClose, children }: BoxProps) {
  useEffect(() => box.current!.showPopover(), []);
  useEffect(() => {
    place(box.current!, anchor);
    // On a touch screen a focused field would open the keyboard.
    const first = matchMedia("(pointer: fine)").matches ? "input, button" : "button";
    box.current!.querySelector<HTMLElement>(first)?.focus();
  }, [content]);
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={label}
      className="message-menu"
      onToggle={(event) => event.newState === "closed" && onClose()}
    >
      {children}
    </div>
  );
}

/** Over the chat, not over what is beside it. */
function place(box: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, right } = anchor.getBoundingClientRect();
  const { left } = anchor.closest(".chat")!.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = box;
  const fitsBelow = bottom + offsetHeight < innerHeight;
  const y = fitsBelow ? bottom : Math.max(top - offsetHeight, 0);
  box.style.setProperty("--y", `${y}px`);
  box.style.setProperty("--x", `${Math.max(right - offsetWidth, left + 8)}px`);
}

interface MenuItem {
  text: string;
  icon: IconName;
  act: () => void;
}

interface Rights {
  viewerId: string;
  role: Role;
  allDecide: boolean | undefined;
  calls: MessageCalls;
  remove: () => void;
}

export function menuItemsFor(message: Message, { viewerId, role, allDecide, calls, remove }: Rights): MenuItem[] {
  const { groupId, seq, anchor } = message;
  const isOwn = message.userId === viewerId;
  const organizes = isOrganizer(role);
  const item = (isOffered: boolean | undefined, text: string, icon: IconName, act: () => void): MenuItem[] =>
    isOffered ? [{ text, icon, act }] : [];
  return [
    ...item(!message.veiled, messageMenuTexts.reply, "reply", () => calls.reply(message)),
    ...item(true, messageMenuTexts.thread, "chat", () => location.assign(clubPaths.openThread(groupId, seq))),
    ...item(
      anchor !== null && !message.veiled && message.content !== "",
      questionTexts.askByMessage,
      "chat",
      () => location.assign(askWhatItSays({ groupId, bookId: anchor!.bookId }, message.id)),
    ),
    ...item(true, messageMenuTexts.copyLink, "link", () => copyLink(message)),
    ...item(isOwn && !message.poll, messageMenuTexts.edit, "pencil", () => calls.edit(message)),
    ...item(
      organizes || allDecide,
      isPinned(message) ? messageMenuTexts.unpin : messageMenuTexts.pin,
      "pin",
      () => calls.pin(message),
    ),
    ...item(
      !isOwn && !message.veiled,
      messageMenuTexts.report,
      "flag",
      () => location.assign(peoplePaths.report("message", message.id)),
    ),
    ...item(isOwn || organizes, messageMenuTexts.delete, "trash", remove),
  ];
}

const copyLink = ({ groupId, seq }: Message) =>
  void copyText(location.origin + chatPaths.messageAt(groupId, seq), {
    copied: messageMenuTexts.linkCopied,
    failed: messageMenuTexts.copyFailed,
  });
