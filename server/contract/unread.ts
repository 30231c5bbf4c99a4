/** How what is unread in a group is written, the same by the server and by scripts. */
import { chat } from "./constants.ts";

export interface Unread {
  unread: number;
  /** How many of them mention the reader. */
  mentions: number;
}

/** `3`, `@3` where one of them mentions the reader, and `99+` where they are not counted further. */
export const unreadCount = ({ unread, mentions = 0 }: Pick<Unread, "unread"> & Partial<Unread>): string =>
  (mentions > 0 ? "@" : "") + (unread < chat.unreadMax ? unread : `${chat.unreadMax - 1}+`);
