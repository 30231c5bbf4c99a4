import { useMemo } from "react";
import { isPinned } from "../../../server/contract/chat/pins.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { Role } from "../../../server/contract/groups/shapes.ts";
import { failureText } from "../../runtime/api.ts";
import { copyText } from "../../runtime/clipboard.ts";
import { showToast } from "../../runtime/toast.ts";
import { deleteMessage, revealMessage, setPinned, setReaction } from "../connection/calls.ts";
import { quoteOf } from "../connection/changes.ts";
import type { Purpose } from "../composer/ComposerTop.tsx";
import type { GroupChat } from "../connection/group_chat.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

export interface MessageCalls {
  react(message: Message, emoji: string, given: boolean): void;
  remove(message: Message): void;
  pin(message: Message): void;
  reply(message: Message): void;
  edit(message: Message): void;
  copyLink(message: Message): void;
  reveal(message: Message): void;
  report(message: Message): void;
}

export function useMessageActions(chat: GroupChat, setPurpose: (purpose: Purpose) => void): MessageCalls {
  return useMemo(() => {
    const { groupId } = chat.view;
    const change = async (failed: string, call: Promise<Message>) => {
      try {
        chat.sync.receive(await call);
      } catch (error) {
        showToast("error", failureText(error, failed));
      }
    };
    return {
      react: ({ id }, emoji, given) => void change(chatTexts.reactFailed, setReaction(groupId, id, { emoji, given })),
      remove: ({ id }) => void change(chatTexts.deleteFailed, deleteMessage(groupId, id)),
      pin: (message) => void change(chatTexts.pinFailed, setPinned(groupId, message.id, !isPinned(message))),
      reveal: ({ id }) => void change(anchorsTexts.showFailed, revealMessage(groupId, id)),
      reply: (message) => setPurpose({ kind: "reply", quote: quoteOf(message) }),
      edit: (message) => setPurpose({ kind: "edit", message }),
      report: ({ id }) => location.assign(peoplePaths.report("message", id)),
      copyLink: ({ seq }) =>
        void copyText(location.origin + chatPaths.messageAt(groupId, seq), {
          copied: chatTexts.linkCopied,
          failed: chatTexts.copyFailed,
        }),
    };
  }, [chat]);
}

export const isOrganizer = (role: Role): boolean => role !== "member";
