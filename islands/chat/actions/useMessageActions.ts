import { useMemo } from "react";
import type { Message } from "../../../server/contract/chat/chat.ts";
import type { Role } from "../../../server/contract/groups/groups.ts";
import { paths } from "../../../server/contract/paths.ts";
import { texts } from "../../../server/contract/texts.ts";
import { failureText } from "../../runtime/api.ts";
import { copyText } from "../../runtime/clipboard.ts";
import { showToast } from "../../runtime/toast.ts";
import { deleteMessage, setPinned, setReaction, unveilMessage } from "../connection/calls.ts";
import type { Purpose } from "../composer/ComposerTop.tsx";
import type { ChatConnection } from "../connection/connection.ts";
import type { Stored } from "../connection/reducer.ts";

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
        change(message, texts.chat.reactFailed, (id) => setReaction(groupId, id, { emoji, given })),
      remove: (message) => change(message, texts.chat.deleteFailed, (id) => deleteMessage(groupId, id)),
      pin: (message) => change(message, texts.chat.pinFailed, (id) => setPinned(groupId, id, !message.pinnedAt)),
      reply: (message) =>
        run(texts.chat.loadFailed, async () => setPurpose({ kind: "reply", quote: await chat.quoteOf(message) })),
      edit: (message) =>
        run(texts.chat.loadFailed, async () => {
          const id = await chat.idOf(message);
          const { content, files } = chat.find(message.seq)!;
          setPurpose({ kind: "edit", id, seq: message.seq, content, files });
        }),
      unveil: (message) => change(message, texts.anchors.showFailed, (id) => unveilMessage(groupId, id)),
      report: (message) =>
        run(texts.chat.loadFailed, async () => location.assign(paths.report("message", await chat.idOf(message)))),
      copyLink: ({ seq }) =>
        void copyText(location.origin + paths.messageAt(groupId, seq), {
          copied: texts.chat.linkCopied,
          failed: texts.chat.copyFailed,
        }),
    };
  }, [chat]);
}

/** Whether someone may delete others' messages, and pin any. */
export const isOrganizer = (role: Role): boolean => role !== "member";
