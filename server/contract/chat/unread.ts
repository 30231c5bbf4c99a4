/** How what is unread is written, the same by the server and by scripts. */
import { unreadMax } from "./limits.ts";
import { groupsTexts } from "../groups/texts.ts";
import { noticesTexts } from "../notices/texts.ts";

export interface Unread {
  unread: number;
  /** How many of them mention the reader. */
  mentions: number;
}

/** `3`, and `99+` where they are not counted further. */
export const unreadCount = (unread: number): string => unread < unreadMax ? String(unread) : `${unreadMax - 1}+`;

/** What the badge of a group shows: `3`, `@1` where one of them mentions the reader, and both in words. */
export const unreadBadge = ({ unread, mentions }: Unread) => {
  const count = unreadCount(unread);
  const named = mentions > 0 ? unreadCount(mentions) : undefined;
  return { count, ...(named && { mentions: `@${named}` }), label: groupsTexts.unread(count, named) };
};

/** The name of the bell. */
export const bellLabel = (unread: number): string =>
  unread === 0 ? noticesTexts.title : noticesTexts.unread(unreadCount(unread));
