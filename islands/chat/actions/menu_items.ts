import { isPinned } from "../../../server/contract/chat/paths.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import type { Role } from "../../../server/contract/groups/shapes.ts";
import type { IconName } from "../../ui/Icon.tsx";
import { isOrganizer, type MessageCalls } from "./useMessageActions.ts";

export interface MenuItem {
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
    ...item(!message.veiled, chatTexts.reply, "reply", () => calls.reply(message)),
    ...item(true, chatTexts.copyLink, "link", () => calls.copyLink(message)),
    ...item(isOwn, chatTexts.edit, "pencil", () => calls.edit(message)),
    ...item(organizes, isPinned(message) ? chatTexts.unpin : chatTexts.pin, "pin", () => calls.pin(message)),
    ...item(!isOwn && !message.veiled, chatTexts.report, "flag", () => calls.report(message)),
    ...item(isOwn || organizes, chatTexts.delete, "trash", remove),
  ];
}
