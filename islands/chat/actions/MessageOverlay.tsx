import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Anchor, Author, MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import type { Role } from "../../../server/contract/groups/groups.ts";
import { ConfirmDialog } from "../../forms/ConfirmDialog.tsx";
import type { ReaderLocale } from "../../ui/time_format.ts";
import { AnchorDialog } from "../anchors/AnchorDialog.tsx";
import type { ChatConnection } from "../connection/connection.ts";
import { Finder, type FinderKind } from "../find/Finder.tsx";
import { type MenuItem, type MenuKind, MessageMenu } from "./MessageMenu.tsx";
import type { Stored } from "../connection/reducer.ts";
import { isOrganizer, type MessageCalls } from "./useMessageActions.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

/** What is open in front of the messages. */
export type Overlay =
  | { kind: FinderKind }
  | { kind: "menu"; menu: MenuKind; message: Stored; anchor: HTMLElement }
  | { kind: "delete"; message: Stored }
  | { kind: "anchor"; anchor: Anchor | undefined };

interface Props {
  overlay: Overlay;
  calls: MessageCalls;
  chat: ChatConnection;
  role: Role;
  blocked: Author[];
  members: MemberDirectory;
  books: AnchorBook[];
  locale: ReaderLocale;
  onShow: (seq: number) => void;
  onAnchor: (anchor: Anchor) => void;
  onChange: (next: Overlay) => void;
  onClose: () => void;
}

/** Draws what is open in front of the messages. */
export function MessageOverlay(
  { overlay, calls, chat, role, blocked, members, books, locale, onShow, onAnchor, onChange, onClose }: Props,
) {
  const { groupId, viewer } = chat.view;
  if (overlay.kind === "menu") {
    const { message, menu, anchor } = overlay;
    const given = message.reactions.filter(({ userIds }) => userIds.includes(viewer.id)).map(({ emoji }) => emoji);
    const remove = () => onChange({ kind: "delete", message });
    return (
      <MessageMenu
        given={given}
        items={menu === "all" ? itemsFor(message, { viewerId: viewer.id, role, calls, remove }) : []}
        anchor={anchor}
        onReact={(emoji, given) => calls.react(message, emoji, given)}
        onClose={onClose}
      />
    );
  }
  if (overlay.kind === "delete") {
    const { message } = overlay;
    return (
      <ConfirmDialog
        title={chatTexts.confirmDelete}
        text={chatTexts.confirmDeleteText}
        action={chatTexts.delete}
        to={chatPaths.messageAt(groupId, message.seq)}
        onConfirm={() => calls.remove(message)}
        onClose={onClose}
      />
    );
  }
  if (overlay.kind === "anchor") {
    return <AnchorDialog books={books} anchor={overlay.anchor} onChoose={onAnchor} onClose={onClose} />;
  }
  return (
    <Finder
      key={overlay.kind}
      kind={overlay.kind}
      groupId={groupId}
      blocked={blocked}
      members={members}
      books={books}
      viewerId={viewer.id}
      locale={locale}
      onShow={onShow}
      onClose={onClose}
    />
  );
}

interface Rights {
  viewerId: string;
  role: Role;
  calls: MessageCalls;
  /** Asks whether to delete it. */
  remove: () => void;
}

/** What a reader may do with a message. */
function itemsFor(message: Stored, { viewerId, role, calls, remove }: Rights): MenuItem[] {
  const isOwn = message.userId === viewerId;
  const organizes = isOrganizer(role);
  const { reply, edit, copyLink, pin, unpin, delete: deletion } = chatTexts;
  const pinning = { text: message.pinnedAt ? unpin : pin, icon: "pin" as const, act: () => calls.pin(message) };
  return [
    ...(message.veiled ? [] : [{ text: reply, icon: "reply" as const, act: () => calls.reply(message) }]),
    { text: copyLink, icon: "link", act: () => calls.copyLink(message) },
    ...(isOwn ? [{ text: edit, icon: "pencil" as const, act: () => calls.edit(message) }] : []),
    ...(organizes ? [pinning] : []),
    ...(isOwn || message.veiled
      ? []
      : [{ text: chatTexts.report, icon: "flag" as const, act: () => calls.report(message) }]),
    ...(isOwn || organizes ? [{ text: deletion, icon: "trash" as const, act: remove }] : []),
  ];
}
