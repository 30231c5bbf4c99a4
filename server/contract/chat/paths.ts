/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */
import { groupPaths } from "../groups/paths.ts";
import { pinsAfter } from "./pins.ts";

export const chatPaths = {
  messages: (groupId: string) => `/group/${encodeURIComponent(groupId)}/messages`,
  /** What the form of a message posts to. */
  message: (groupId: string, messageId: string, action: MessageAction) =>
    `${chatPaths.messages(groupId)}/${encodeURIComponent(messageId)}/${action}`,
  read: (groupId: string) => `/group/${encodeURIComponent(groupId)}/read`,
  /** The chat around a message. */
  messageAt: (groupId: string, seq: number) => `${groupPaths.group(groupId)}?message=${seq}`,
  /** The chat with a form that writes about a page of a book. */
  aboutPage: (groupId: string, { bookId, page }: { bookId: string; page: number }) =>
    `${groupPaths.group(groupId)}?${new URLSearchParams({ about: bookId, page: String(page) })}`,
  /** A file of a message. */
  file: (fileId: string, name: string) => `/files/${encodeURIComponent(fileId)}/${encodeURIComponent(name)}`,
  notify: (groupId: string) => `/group/${encodeURIComponent(groupId)}/notify`,
  /** The chat around a message with a form that replies to it. */
  replyTo: (groupId: string, seq: number) => `${chatPaths.messageAt(groupId, seq)}&reply`,
  /** The messages of a group that a search finds, before one of them. */
  searchMessages: (groupId: string, query: string, before: number) =>
    `${groupPaths.group(groupId)}?${new URLSearchParams({ search: query, before: String(before) })}`,
  /** The messages of a group before one of them. */
  messagesBefore: (groupId: string, seq: number) => `${groupPaths.group(groupId, "chat")}&before=${seq}`,
  /** The small picture of a file that is a picture. */
  filePreview: (fileId: string, name: string) => `${chatPaths.file(fileId, name)}?preview`,
  /** A group's pinned messages after one of them. */
  pinnedMessages: (groupId: string, last: Parameters<typeof pinsAfter>[0]) =>
    `${groupPaths.group(groupId)}?pins=&${pinsAfter(last)}`,
};

export type MessageAction = "edit" | "delete" | "pin" | "unpin" | "reactions" | "unveil";
