import { unreadMax } from "../chat/limits.ts";
import type { GroupSummary, Overview } from "../groups/shapes.ts";
import { groupsTexts } from "../groups/texts.ts";
import { noticesTexts } from "../notices/texts.ts";

/** How what is unread is written, the same by the server and by scripts. */

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

/** What a page shows of what is new anywhere, in one piece. */

/** What `unreadTotal` counts. */
interface Counted {
  groups: Pick<GroupSummary, "unread" | "notify">[];
  notices: number;
}

/** The number in the title, on the favicon and on the app's badge: notices, and unread messages but at level `none`. */
export const unreadTotal = ({ groups, notices }: Counted): number =>
  groups.reduce((sum, { unread, notify }) => notify === "none" ? sum : sum + unread, notices);

/** What the frame of a page shows of it. */
export const newsIn = (counted: Counted & Pick<Overview, "unreadNotices">) => ({
  unread: unreadTotal(counted),
  notices: counted.unreadNotices,
});

/** The title of a page, after the number of what is unread, if anything is. */
export const titleWith = (unread: number, title: string): string =>
  unread > 0 ? `(${unreadCount(unread)}) ${title}` : title;
