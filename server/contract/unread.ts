/** How what is unread is written, the same by the server and by scripts. */
import { unreadMax } from "./constants.ts";
import { texts } from "./texts.ts";

export interface Unread {
  unread: number;
  /** How many of them mention the reader. */
  mentions: number;
}

/** `3`, `@3` where one of them mentions the reader, and `99+` where they are not counted further. */
export const unreadCount = ({ unread, mentions = 0 }: Pick<Unread, "unread"> & Partial<Unread>): string =>
  (mentions > 0 ? "@" : "") + (unread < unreadMax ? unread : `${unreadMax - 1}+`);

/** The name of the bell. */
export const bellLabel = (unread: number): string =>
  unread === 0 ? texts.notices.title : texts.notices.unread(unreadCount({ unread }));
