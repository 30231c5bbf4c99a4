/** What a page shows of what is new anywhere, in one piece. */
import type { GroupSummary } from "../groups/groups.ts";
import { unreadCount } from "../chat/unread.ts";
import type { Face } from "../people/users.ts";

/** How far the reader is in the book of a group that they read last. */
export interface CurrentBook {
  title: string;
  /** In the book's own pages. */
  currentPage: number;
  pageCount: number;
  /** Whole percent. */
  progress: number;
}

/** A group as the dashboard shows it. */
export interface OverviewGroup extends Omit<GroupSummary, "createdAt" | "createdBy"> {
  book: CurrentBook | null;
  /** Of its first members, at most `constants.groups.faces`. */
  faces: Face[];
}

export interface Overview {
  /** The reader's, latest activity first. */
  groups: OverviewGroup[];
  /** How many friend requests wait for the reader's answer. */
  requests: number;
  /** How many notices are unread that are not about a message: those are counted with its group. */
  notices: number;
  /** How many notices are unread at all. */
  unreadNotices: number;
}

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
