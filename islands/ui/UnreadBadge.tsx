import { type Unread, unreadBadge } from "../../server/contract/site/unread.ts";

export function UnreadBadge({ unread = 0, mentions = 0 }: Partial<Unread>) {
  if (unread === 0) return null;
  const { label, ...shown } = unreadBadge({ unread, mentions });
  return (
    <span className="unread" title={label} data-count={shown.count} data-mentions={shown.mentions}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
