import type { Message, MessageFile } from "./shapes.ts";
import { groupPaths } from "../groups/paths.ts";

export const chatPaths = {
  messages: (groupId: string) => `/group/${encodeURIComponent(groupId)}/messages`,
  message: (groupId: string, messageId: string, action: MessageAction) =>
    `${chatPaths.messages(groupId)}/${encodeURIComponent(messageId)}/${action}`,
  read: (groupId: string) => `/group/${encodeURIComponent(groupId)}/read`,
  messageAt: (groupId: string, seq: number) => `${groupPaths.group(groupId)}?message=${seq}`,
  aboutPage: (groupId: string, { bookId, page }: { bookId: string; page: number }) =>
    `${groupPaths.group(groupId)}?${new URLSearchParams({ about: bookId, page: String(page) })}`,
  file: (fileId: string, name: string) => `/files/${encodeURIComponent(fileId)}/${encodeURIComponent(name)}`,
  notify: (groupId: string) => `/group/${encodeURIComponent(groupId)}/notify`,
  replyTo: (groupId: string, seq: number) => `${chatPaths.messageAt(groupId, seq)}&reply`,
  searchMessages: (groupId: string, query: string, before: number) =>
    `${groupPaths.group(groupId)}?${new URLSearchParams({ search: query, before: String(before) })}`,
  messagesBefore: (groupId: string, seq: number) => `${groupPaths.group(groupId, "chat")}&before=${seq}`,
  latestMessages: (groupId: string) => `${groupPaths.group(groupId)}?latest`,
  filePreview: (fileId: string, name: string) => `${chatPaths.file(fileId, name)}?preview`,
  linkPicture: (name: string) => `/link-pictures/${name}`,
  pinnedMessages: (groupId: string, last: Parameters<typeof pinsAfter>[0]) =>
    `${groupPaths.group(groupId)}?pins=&${pinsAfter(last)}`,
};

export type MessageAction = "edit" | "delete" | "pin" | "unpin" | "reactions" | "unveil" | "question";

export type StoredFile = Omit<MessageFile, "url" | "previewUrl">;

export const asMessageFile = (file: StoredFile): MessageFile => ({
  ...file,
  url: chatPaths.file(file.id, file.name),
  previewUrl: file.width === null ? null : chatPaths.filePreview(file.id, file.name),
});

type Pinned = Pick<Message, "pinnedAt">;

export const isPinned = ({ pinnedAt }: Pinned): boolean => pinnedAt !== null;

/** The query of the pinned messages that come after one of them, the latest pinned first. */
const pinsAfter = (last: Pinned | undefined): string => last ? `before=${encodeURIComponent(last.pinnedAt!)}` : "";
