import { unreadMax } from "../chat/limits.ts";
import type { GroupLink, Overview } from "../groups/shapes.ts";
import { liveGroupTexts } from "../groups/live_texts.ts";
import { noticesTexts } from "../notices/texts.ts";

export interface Unread {
  unread: number;
  mentions: number;
}

export const unreadCount = (unread: number): string => unread < unreadMax ? String(unread) : `${unreadMax - 1}+`;

export const unreadBadge = ({ unread, mentions }: Unread) => {
  const count = unreadCount(unread);
  const named = mentions > 0 ? unreadCount(mentions) : undefined;
  return { count, ...(named && { mentions: `@${named}` }), label: liveGroupTexts.unread(count, named) };
};

export const bellLabel = (unread: number): string =>
  unread === 0 ? noticesTexts.title : noticesTexts.unread(unreadCount(unread));

interface UnreadCounts {
  groups: Pick<GroupLink, "unread" | "notify">[];
  notices: number;
}

/** The number in the title, on the favicon and on the app's badge: notices, and unread messages but at level `none`. */
export const unreadTotal = ({ groups, notices }: UnreadCounts): number =>
  groups.reduce((sum, { unread, notify }) => notify === "none" ? sum : sum + unread, notices);

export const newsIn = (counted: UnreadCounts & Pick<Overview, "unreadNotices">) => ({
  unread: unreadTotal(counted),
  notices: counted.unreadNotices,
});

export const titleWith = (unread: number, title: string): string =>
  unread > 0 ? `(${unreadCount(unread)}) ${title}` : title;
