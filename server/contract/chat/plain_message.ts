import type { Message } from "./shapes.ts";

/** What a message has that refers to nothing and with which nothing was done. */
export const plainMessage = {
  editedAt: null,
  deletedAt: null,
  replyTo: null,
  mentions: [],
  reactions: [],
  pinnedAt: null,
  files: [],
  anchor: null,
  veiled: false,
} satisfies Partial<Message>;
