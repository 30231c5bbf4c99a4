import { type RefObject, useEffect } from "react";
import { onLeave } from "../../runtime/lifecycle.ts";
import { readStored, store } from "../../runtime/storage.ts";
import type { ChatConnection } from "./connection.ts";
import { type Pending, textOf } from "./reducer.ts";

/** What was not sent when a chat was left: what was being written, and messages not acknowledged or returned. */
interface Unsent {
  draft: string;
  pending: Pending[];
  returned: Pending[];
}

/**
 * Stores what is unsent for the next visit in this window, and puts returned messages back into the input.
 *
 * @param draftIn the draft, which is not in the input while a message is edited there
 */
export function useOutbox(
  input: RefObject<HTMLTextAreaElement | null>,
  chat: ChatConnection,
  draftIn: (field: HTMLTextAreaElement) => string,
): void {
  useEffect(() => {
    const field = input.current!;
    const key = `chapterhouse.unsent:${chat.view.viewer.id}:${chat.view.groupId}`;
    const unsent = parseUnsent(readStored(key, "sessionStorage"));
    if (unsent) {
      field.value ||= unsent.draft;
      chat.dispatch({ type: "resumed", pending: unsent.pending, returned: unsent.returned });
    }

    let { returned } = chat.getState();
    chat.subscribe(() => {
      const before = returned;
      returned = chat.getState().returned;
      if (returned.length > before.length) insertAfter(field, textOf(before), textOf(returned.slice(before.length)));
    });

    onLeave(() => {
      const { pending, returned } = chat.getState();
      const draft = draftIn(field);
      const isEmpty = !draft && pending.length === 0 && returned.length === 0;
      const unsent: Unsent = { draft, pending, returned };
      store(key, isEmpty ? null : JSON.stringify(unsent), "sessionStorage");
    });
  }, []);
}

/** Inserts a text after what was returned before it, and before what has been typed since. */
function insertAfter(field: HTMLTextAreaElement, earlier: string, text: string): void {
  const at = field.value.startsWith(earlier) ? earlier.length : 0;
  const [before, typed] = [field.value.slice(0, at), field.value.slice(at).replace(/^\n/, "")];
  field.value = [before, text, typed].filter(Boolean).join("\n");
  field.focus();
}

/** What a browser has stored may be anything. */
function parseUnsent(text: string | null): Unsent | undefined {
  try {
    const { draft, pending, returned = [] } = JSON.parse(text ?? "null");
    const isWhole = typeof draft === "string" && [...pending, ...returned].every(isPending);
    return isWhole ? { draft, pending, returned } : undefined;
  } catch {
    return undefined;
  }
}

const isPending = ({ clientId, content, timestamp }: Record<keyof Pending, unknown>): boolean =>
  [clientId, content, timestamp].every((value) => typeof value === "string");
