import { type RefObject, useEffect } from "react";
import { type DraftPlace, readDraft, storeDraft } from "../../offline/drafts.ts";
import { onLeave } from "../../runtime/lifecycle.ts";
import { discardMessage, enqueue } from "../../offline/outbox/put.ts";
import { prepareStore } from "../../offline/outbox/store.ts";
import { thisWindow } from "../../offline/outbox/window.ts";
import { messageItem } from "../connection/calls.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import { textOf } from "../connection/pending.ts";
import { newPending } from "../connection/sender.ts";
import type { Pending } from "../connection/state.ts";
import type { ChatStore } from "../connection/store.ts";
import type { GroupView } from "../../runtime/socket.ts";

interface Unsent {
  draft: string;
  pending: Pending[];
  returned: Pending[];
}

/**
 * Messages are stored for any window while they are sent, in case this one ends before the server has them, and what is
 * being written for the next visit in this one.
 */
export function useOutbox(
  input: RefObject<HTMLTextAreaElement | null>,
  { store, view }: GroupChat,
  draftIn: (field: HTMLTextAreaElement) => string,
): void {
  useEffect(() => {
    const field = input.current!;
    prepareStore();
    store.subscribe(storeSending(store, view));
    const place: DraftPlace = { kind: "unsent", viewerId: view.viewer.id, of: view.groupId };
    const unsent = parseUnsent(readDraft(place), view);
    if (unsent) {
      // A browser may have put it back itself, and somebody typed before this script ran.
      if (!field.value.startsWith(unsent.draft)) insertAfter(field, "", unsent.draft);
      store.dispatch({ ...unsent, type: "resumed" });
      // From now on it is here: a browser that ends without leaving the page would bring back what has been sent.
      storeDraft(place, null);
    }

    let { returned } = store.getState();
    store.subscribe(() => {
      const before = returned;
      returned = store.getState().returned;
      if (returned.length <= before.length) return;
      insertAfter(field, textOf(before), textOf(returned.slice(before.length)));
      field.focus();
    });

    onLeave(() => {
      const { pending, returned } = store.getState();
      const draft = draftIn(field);
      const isEmpty = !draft && pending.length === 0 && returned.length === 0;
      const unsent: Unsent = { draft, pending, returned };
      storeDraft(place, isEmpty ? null : JSON.stringify(unsent));
    });
  }, []);
}

function storeSending({ getState }: ChatStore, { groupId }: GroupView): () => void {
  const storing = new Map<string, Promise<unknown>>();
  return () => {
    const sending = getState().pending.filter(({ seq }) => seq === undefined);
    for (const pending of sending) {
      if (!storing.has(pending.clientId)) storing.set(pending.clientId, storePending(groupId, pending));
    }
    for (const [clientId, stored] of storing) {
      if (sending.some((pending) => pending.clientId === clientId)) continue;
      storing.delete(clientId);
      // Also what an earlier window has stored of it: it is stored, or goes back into the box.
      void stored.then(() => discardMessage(clientId)).catch(console.warn);
    }
  };
}

const storePending = (groupId: string, pending: Pending): Promise<unknown> =>
  enqueue({ ...messageItem(groupId, pending), window: thisWindow() }).catch(console.warn);

/** Inserts a text after what was returned before it, and before what has been typed since, where the caret stays. */
function insertAfter(field: HTMLTextAreaElement, earlier: string, text: string): void {
  const at = field.value.startsWith(earlier) ? earlier.length : 0;
  const typed = field.value.slice(at);
  const isTyping = typed !== "" && field.selectionStart > at;
  const line = [at > 0 && "\n", text, typed && !typed.startsWith("\n") && "\n"].filter(Boolean).join("");
  field.setRangeText(line, at, at, isTyping ? "preserve" : "end");
}

/** What a browser has stored may be anything, also of an earlier version. */
function parseUnsent(text: string | null, { viewer }: GroupView): Unsent | undefined {
  try {
    const { draft, pending, returned = [] } = JSON.parse(text ?? "null");
    if (typeof draft !== "string" || ![...pending, ...returned].every(isPending)) return undefined;
    const whole = (stored: Pending): Pending => ({ ...newPending(viewer, emptyDraft), ...stored });
    return { draft, pending: pending.map(whole), returned: returned.map(whole) };
  } catch {
    return undefined;
  }
}

const emptyDraft = { content: "", replyTo: null, files: [], anchor: null };

const isPending = ({ clientId, content, timestamp }: Record<keyof Pending, unknown>): boolean =>
  [clientId, content, timestamp].every((value) => typeof value === "string");
