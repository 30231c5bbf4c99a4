import type { Anchor, Message } from "../../../server/contract/chat/shapes.ts";
import { ConfirmDialog } from "../../forms/ConfirmDialog.tsx";
import { AnchorDialog } from "./AnchorDialog.tsx";
import { useShared } from "../useChat.ts";
import { Finder } from "../find/Finder.tsx";
import { EmojiMenu, menuItemsFor, MessageMenu } from "./MessageMenu.tsx";
import type { MessageCalls } from "./useMessageActions.ts";
import type { Overlay } from "./useOverlay.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { messageMenuTexts } from "../../../server/contract/chat/message_texts.ts";

interface Props {
  overlay: Overlay;
  calls: MessageCalls;
  onShow: (seq: number) => void;
  onAnchor: (anchor: Anchor) => void;
  onChange: (next: Overlay) => void;
  onClose: (closed: Overlay) => void;
}

export function MessageOverlay({ overlay, calls, onShow, onAnchor, onChange, ...props }: Props) {
  const { books } = useShared();
  const onClose = () => props.onClose(overlay);
  switch (overlay.kind) {
    case "menu":
      return <Menu overlay={overlay} calls={calls} onChange={onChange} onClose={onClose} />;
    case "delete":
      return <DeleteDialog message={overlay.message} onConfirm={calls.remove} onClose={onClose} />;
    case "emoji":
      return <EmojiMenu anchor={overlay.button} onPick={(emoji) => write(overlay.button, emoji)} onClose={onClose} />;
    case "anchor":
      return <AnchorDialog books={books!} anchor={overlay.anchor} onChoose={onAnchor} onClose={onClose} />;
    default:
      return <Finder key={overlay.kind} kind={overlay.kind} onShow={onShow} onClose={onClose} />;
  }
}

/** At the caret of the field in the button's form. */
function write(button: HTMLElement, text: string): void {
  const field = button.closest("form")!.querySelector("textarea")!;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

interface MenuProps extends Pick<Props, "calls" | "onChange"> {
  overlay: Overlay & { kind: "menu" };
  onClose: () => void;
}

function Menu({ overlay: { message, menu, button }, calls, onChange, onClose }: MenuProps) {
  const { chat: { view: { viewer } }, role, allDecide } = useShared();
  const given = message.reactions.filter(({ userIds }) => userIds.includes(viewer.id)).map(({ emoji }) => emoji);
  const remove = () => onChange({ kind: "delete", message });
  return (
    <MessageMenu
      given={given}
      items={menu === "all" ? menuItemsFor(message, { viewerId: viewer.id, role, allDecide, calls, remove }) : []}
      anchor={button}
      onReact={(emoji, given) => calls.react(message, emoji, given)}
      onClose={onClose}
    />
  );
}

interface DeleteProps {
  message: Message;
  onConfirm: (message: Message) => void;
  onClose: () => void;
}

function DeleteDialog({ message, onConfirm, onClose }: DeleteProps) {
  const { groupId } = useShared().chat.view;
  return (
    <ConfirmDialog
      title={messageMenuTexts.confirmDelete}
      text={messageMenuTexts.confirmDeleteText}
      action={messageMenuTexts.delete}
      to={chatPaths.messageAt(groupId, message.seq)}
      onConfirm={() => onConfirm(message)}
      onClose={onClose}
    />
  );
}
