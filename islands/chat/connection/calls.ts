import { ApiError, request } from "../../runtime/api.ts";
import type { Pending } from "./state.ts";

export const messageKey = (groupId: string): string => `group:${groupId}`;

export const messageItem = (groupId: string, message: Pending) => ({
  kind: "message" as const,
  key: messageKey(groupId),
  text: message.content,
  call: request("POST /groups/:id/messages", { id: groupId }, bodyOf(message)),
});

/** What is sent of a message, whichever way: without the page that it is about everybody would be shown its text. */
export const bodyOf = ({ clientId, content, replyTo, files, anchor }: Pending) => ({
  clientId,
  content,
  replyTo: replyTo?.id,
  files: files.map(({ id }) => id),
  anchor,
});

export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 429);
