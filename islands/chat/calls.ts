/** Calls about messages. */
import type { MessagePage } from "../../server/contract/chat.ts";
import { ApiError, call } from "../runtime/api.ts";

/** Messages of a group, in the order of their `seq`, as the query says which. @throws ApiError */
export const loadMessages = (groupId: string, query: string): Promise<MessagePage> =>
  call("GET", `/groups/${encodeURIComponent(groupId)}/messages?${query}`);

/** Whether a call may succeed later: the server was out of reach, busy or in trouble. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 429);
