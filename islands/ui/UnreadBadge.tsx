import { texts } from "../../server/contract/texts.ts";
import { type Unread, unreadCount } from "../../server/contract/unread.ts";

/** How many messages are unread, and whether one of them mentions the reader; nothing where none is. */
export function UnreadBadge({ unread = 0, mentions = 0 }: Partial<Unread>) {
  if (unread === 0) return null;
  return (
    <span className="unread">
      {unreadCount({ unread, mentions })}
      <span className="visually-hidden">{` ${texts.groups.unread}`}</span>
    </span>
  );
}
