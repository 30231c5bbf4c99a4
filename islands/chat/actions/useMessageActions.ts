import { useMemo } from "react";
import { isPinned } from "../../../server/contract/chat/paths.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { Role } from "../../../server/contract/groups/shapes.ts";
import { call, failureText } from "../../runtime/api.ts";
import { showToast } from "../../runtime/toast.ts";
import { quoteOf } from "../state/changes.ts";
import type { Purpose } from "../composer/useEditing.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

export interface MessageCalls {
  react(message: Message, emoji: string, given: boolean): void;
  remove(message: Message): void;
  pin(message: Message): void;
  reply(message: Message): void;
  edit(message: Message): void;
  reveal(message: Message): void;
}

export function useMessageActions(chat: GroupChat, setPurpose: (purpose: Purpose) => void): MessageCalls {
  return useMemo(() => {
    const { groupId } = chat.view;
    const of = ({ id }: Message) => ({ id: groupId, messageId: id });
    const change = async (failed: string, changed: Promise<{ message: Message }>) => {
      try {
        chat.sync.receive((await changed).message);
      } catch (error) {
        showToast("error", failureText(error, failed));
      }
    };
    return {
      react(message, emoji, given) {
        const name = `${given ? "PUT" : "DELETE"} /groups/:id/messages/:messageId/reactions/:emoji` as const;
        void change(chatTexts.reactFailed, call(name, { ...of(message), emoji }));
      },
      pin(message) {
        const name = `${isPinned(message) ? "DELETE" : "PUT"} /groups/:id/messages/:messageId/pin` as const;
        void change(chatTexts.pinFailed, call(name, of(message)));
      },
      remove: (message) =>
        void change(chatTexts.deleteFailed, call("DELETE /groups/:id/messages/:messageId", of(message))),
      reveal: (message) =>
        void change(anchorsTexts.showFailed, call("POST /groups/:id/messages/:messageId/unveil", of(message))),
      reply: (message) => setPurpose({ kind: "reply", quote: quoteOf(message) }),
      edit: (message) => setPurpose({ kind: "edit", message }),
    };
  }, [chat]);
}

export const isOrganizer = (role: Role): boolean => role !== "member";
