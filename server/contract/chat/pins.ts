import type { Message } from "./shapes.ts";

type Pinned = Pick<Message, "pinnedAt">;

export const isPinned = ({ pinnedAt }: Pinned): boolean => pinnedAt !== null;

/** The query of the pinned messages that come after one of them, the latest pinned first. */
export const pinsAfter = (last: Pinned | undefined): string =>
  last ? `before=${encodeURIComponent(last.pinnedAt!)}` : "";
