import type {
  Changes,
  MemberDirectory,
  Message,
  MessagePage,
  ReadState,
} from "../../../server/contract/chat/shapes.ts";
import { pinsAfter } from "../../../server/contract/chat/pins.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { ApiError, call } from "../../runtime/api.ts";
import type { Pending } from "./state.ts";
import { directoryOf } from "./member_directory.ts";

const pathOf = (groupId: string): string => `/groups/${encodeURIComponent(groupId)}`;
const messagePath = (groupId: string, id: string): string => `${pathOf(groupId)}/messages/${encodeURIComponent(id)}`;

export const loadMessages = (groupId: string, query: string): Promise<MessagePage> =>
  call("GET", `${pathOf(groupId)}/messages?${query}`);

export const loadChanges = (groupId: string, after: number): Promise<Changes> =>
  call("GET", `${pathOf(groupId)}/changes?after=${after}`);

export const loadDirectory = async (groupId: string): Promise<MemberDirectory> =>
  directoryOf((await call<{ group: Group }>("GET", pathOf(groupId))).group);

export const sendRead = (groupId: string, seq: number): Promise<ReadState> =>
  call("PUT", `${pathOf(groupId)}/read`, { seq }, { keepalive: true });

const change = async (method: "PUT" | "POST" | "DELETE", path: string, body?: unknown): Promise<Message> =>
  (await call<{ message: Message }>(method, path, body)).message;

export const editMessage = (groupId: string, id: string, content: string): Promise<Message> =>
  change("PUT", messagePath(groupId, id), { content });

export const deleteMessage = (groupId: string, id: string): Promise<Message> =>
  change("DELETE", messagePath(groupId, id));

export const setReaction = (groupId: string, id: string, { emoji, given }: { emoji: string; given: boolean }) =>
  change(given ? "PUT" : "DELETE", `${messagePath(groupId, id)}/reactions/${encodeURIComponent(emoji)}`);

export const setPinned = (groupId: string, id: string, pinned: boolean): Promise<Message> =>
  change(pinned ? "PUT" : "DELETE", `${messagePath(groupId, id)}/pin`);

export const revealMessage = (groupId: string, id: string): Promise<Message> =>
  change("POST", `${messagePath(groupId, id)}/unveil`);

export const loadPins = (groupId: string, after?: Message): Promise<MessagePage> =>
  call("GET", `${pathOf(groupId)}/pins?${pinsAfter(after)}`);

export const searchMessages = (groupId: string, query: string, after?: Message): Promise<MessagePage> => {
  const before = after ? `&before=${after.seq}` : "";
  return call("GET", `${pathOf(groupId)}/messages/search?query=${encodeURIComponent(query)}${before}`);
};

export const messageKey = (groupId: string): string => `group:${groupId}`;

export const messageItem = (groupId: string, message: Pending) => ({
  kind: "message" as const,
  key: messageKey(groupId),
  text: message.content,
  call: { method: "POST" as const, path: `${pathOf(groupId)}/messages`, body: bodyOf(message) },
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
