import { useMemo } from "react";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { Role } from "../../../server/contract/groups/groups.ts";
import { failureText } from "../../runtime/api.ts";
import { copyText } from "../../runtime/clipboard.ts";
import { showToast } from "../../runtime/toast.ts";
import { deleteMessage, setPinned, setReaction, unveilMessage } from "../connection/calls.ts";
import type { Purpose } from "../composer/ComposerTop.tsx";
import type { ChatConnection } from "../connection/connection.ts";
import type { Stored } from "../connection/reducer.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

export interface MessageCalls {
  react(message: Stored, emoji: string, given: boolean): void;
  remove(message: Stored): void;
  pin(message: Stored): void;
  reply(message: Stored): void;
  edit(message: Stored): void;
  copyLink(message: Stored): void;
  unveil(message: Stored): void;
  report(message: Stored): void;
}

/** What is done with messages; a failure is shown in a toast. */
export function useMessageActions(chat: ChatConnection, setPurpose: (purpose: Purpose) => void): MessageCalls {
  return useMemo(() => {
    const { groupId } = chat.view;
    const run = (failed: string, action: () => Promise<unknown>) =>
      void action().catch((error) => showToast("error", failureText(error, failed)));
    const change = (message: Stored, failed: string, call: (id: string) => Promise<Message>) =>
      run(failed, async () => chat.receive(await call(await chat.idOf(message))));
    return {
      react: (message, emoji, given) =>
        change(message, chatTexts.reactFailed, (id) => setReaction(groupId, id, { emoji, given })),
      remove: (message) => change(message, chatTexts.deleteFailed, (id) => deleteMessage(groupId, id)),
      pin: (message) => change(message, chatTexts.pinFailed, (id) => setPinned(groupId, id, !message.pinnedAt)),
      reply: (message) =>
        run(chatTexts.loadFailed, async () => setPurpose({ kind: "reply", quote: await chat.quoteOf(message) })),
      edit: (message) =>
        run(chatTexts.loadFailed, async () => {
          const id = await chat.idOf(message);
          const { content, files } = chat.find(message.seq)!;
          setPurpose({ kind: "edit", id, seq: message.seq, content, files });
        }),
      unveil: (message) => change(message, anchorsTexts.showFailed, (id) => unveilMessage(groupId, id)),
      report: (message) =>
        run(chatTexts.loadFailed, async () => location.assign(peoplePaths.report("message", await chat.idOf(message)))),
      copyLink: ({ seq }) =>
        void copyText(location.origin + chatPaths.messageAt(groupId, seq), {
          copied: chatTexts.linkCopied,
          failed: chatTexts.copyFailed,
        }),
    };
  }, [chat]);
}

/** Whether someone may delete others' messages, and pin any. */
export const isOrganizer = (role: Role): boolean => role !== "member";
