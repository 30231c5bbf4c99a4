import type { Message, Quote } from "../../../server/contract/chat/shapes.ts";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { deleteDraft, type DraftPlace, readDraft, storeDraft } from "../../offline/drafts.ts";
import { call, failureText, serverFailure } from "../../runtime/api.ts";
import { showToast } from "../../runtime/toast.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

export type Purpose = { kind: "reply"; quote: Quote } | { kind: "edit"; message: Message } | { kind: "deleted" };

interface Editing {
  edited: Message | undefined;
  saving: boolean;
  overwrites: boolean;
  save: (content: string) => Promise<void>;
  keep: (content: string) => void;
  done: () => void;
  draftIn: (field: HTMLTextAreaElement) => string;
}

interface Options {
  purpose: Purpose | undefined;
  onPurpose: (next: Purpose | undefined) => void;
}

export function useEditing(
  input: RefObject<HTMLTextAreaElement | null>,
  chat: GroupChat,
  { purpose, onPurpose }: Options,
): Editing {
  const draft = useRef<string>(undefined);
  const [saving, setSaving] = useState(false);
  const [elsewhere, setElsewhere] = useState<string>();
  const edited = purpose?.kind === "edit" ? purpose.message : undefined;
  const now = edited && chat.history.find(edited.seq);
  const place = { kind: "draft", viewerId: chat.view.viewer.id, of: `message ${edited?.id}` } satisfies DraftPlace;

  useEffect(() => now?.deletedAt ? keepAsDraft() : undefined, [now?.deletedAt]);

  useLayoutEffect(() => {
    const field = input.current!;
    setElsewhere(undefined);
    if (edited) {
      draft.current ??= field.value;
      field.value = readDraft(place)?.content ?? edited.content;
    } else if (draft.current !== undefined) {
      field.value = draft.current;
      draft.current = undefined;
    }
    if (purpose) field.focus();
  }, [purpose]);

  function done() {
    if (edited) deleteDraft(place);
    onPurpose(undefined);
  }

  async function save(content: string) {
    const { id, groupId, content: before } = edited!;
    if (content === before) return done();
    if (now && ![before, content, elsewhere].includes(now.content)) return setElsewhere(now.content);
    setSaving(true);
    try {
      const params = { id: groupId, messageId: id };
      chat.sync.receive((await call("PUT /groups/:id/messages/:messageId", params, { content })).message);
      done();
    } catch (error) {
      if (serverFailure(error).code === "message_not_found") keepAsDraft();
      else showToast("error", failureText(error, chatTexts.editFailed));
    } finally {
      setSaving(false);
    }
  }

  /** What was typed for a message that was deleted becomes a draft, below what was being written before. */
  function keepAsDraft() {
    const typed = input.current!.value;
    if (typed !== edited!.content) draft.current = [draft.current, typed].filter(Boolean).join("\n");
    deleteDraft(place);
    onPurpose({ kind: "deleted" });
  }

  function keep(content: string) {
    if (content === edited!.content) deleteDraft(place);
    else storeDraft(place, { content });
  }

  const draftIn = (field: HTMLTextAreaElement) => draft.current ?? field.value;
  return { edited, saving, overwrites: elsewhere !== undefined, save, keep, done, draftIn };
}
