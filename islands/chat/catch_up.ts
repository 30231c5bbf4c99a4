import type { MessagePage } from "../../server/contract/chat.ts";
import { chat } from "../../server/contract/constants.ts";
import { type ChatAction, type ChatState, hasGap } from "./reducer.ts";
import { ApiError, call } from "../runtime/api.ts";

interface Parts {
  groupId: string;
  state: () => ChatState;
  dispatch: (action: ChatAction) => void;
}

/**
 * Asks for what comes after the last message without a gap, until nothing is missing.
 *
 * @throws ApiError
 */
export async function fetchMissing({ groupId, state, dispatch }: Parts, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted;) {
    const query = `after=${state().lastSeq}&limit=${chat.pageLength}`;
    const page = await call<MessagePage>("GET", `/groups/${encodeURIComponent(groupId)}/messages?${query}`);
    dispatch({ type: "history", messages: page.messages });
    more = page.hasMore || page.messages.length > 0 && hasGap(state());
  }
}

/** Whether a call failed for now: the server was out of reach, busy or in trouble. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 429);
