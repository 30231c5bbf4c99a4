import { type RefObject, useEffect } from "react";
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import { deleteDraft, type DraftPlace, readDraft, type StoredDraft, storeDraft } from "../../offline/drafts.ts";
import { onLeave } from "../../runtime/lifecycle.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import { textOf } from "../state/pending.ts";
import { newPending } from "../connection/sender.ts";
import type { Pending } from "../state/state.ts";

/** The text, the page that it is about, and the messages which it was when they were refused. */
interface MessageDraft extends StoredDraft {
  anchor?: Anchor;
  returned: Pending[];
}

interface Options {
  draftIn: (field: HTMLTextAreaElement) => string;
  /** What the form sent, as which message, where the server may not have taken it. */
  typed: string | undefined;
  clientId: string | undefined;
}

/** Stores what is being written for the next page of this window, and puts what was refused back into the field. */
export function useDraft(
  input: RefObject<HTMLTextAreaElement | null>,
  { store, view }: GroupChat,
  { draftIn, typed, clientId }: Options,
): void {
  useEffect(() => {
    const field = input.current!;
    const place: DraftPlace = { kind: "message", viewerId: view.viewer.id, of: view.groupId, ofWindow: true };
    if (typed && clientId) {
      const draft = { content: typed.trim(), replyTo: null, files: [], anchor: store.getState().anchor ?? null };
      store.dispatch({ type: "resumed", returned: [{ ...newPending(view.viewer, draft), clientId }] });
    }
    const draft = readDraft<MessageDraft>(place);
    if (draft) {
      // A browser may have put it back itself, and somebody typed before this script ran.
      if (!field.value.startsWith(draft.content)) insertAfter(field, "", draft.content);
      store.dispatch({ type: "resumed", anchor: draft.anchor, returned: draft.returned });
    }
    const keep = () => {
      const { anchor, returned } = store.getState();
      const content = draftIn(field);
      if (!content && !anchor && returned.length === 0) deleteDraft(place);
      else storeDraft(place, { content, anchor, returned } satisfies MessageDraft);
    };
    keep();
    let before = store.getState();
    store.subscribe(() => {
      const { pending, returned, anchor } = before;
      before = store.getState();
      if (before.returned.length > returned.length) {
        insertAfter(field, textOf(returned), textOf(before.returned.slice(returned.length)));
        field.focus();
      }
      if (before.pending !== pending || before.returned !== returned || before.anchor !== anchor) keep();
    });
    field.addEventListener("input", keep);
    onLeave(keep);
  }, []);
}

/** Inserts a text after what was returned before it, and before what has been typed since, where the caret stays. */
function insertAfter(field: HTMLTextAreaElement, earlier: string, text: string): void {
  const at = field.value.startsWith(earlier) ? earlier.length : 0;
  const typed = field.value.slice(at);
  const isTyping = typed !== "" && field.selectionStart > at;
  const line = [at > 0 && "\n", text, typed && !typed.startsWith("\n") && "\n"].filter(Boolean).join("");
  field.setRangeText(line, at, at, isTyping ? "preserve" : "end");
}
