import { Icon } from "../../islands/ui/Icon.tsx";
import { bellLabel, unreadCount } from "../../server/contract/chat/unread.ts";
import { noticePaths } from "../../server/contract/notices/paths.ts";

interface Props {
  /** How many notices the viewer has not read. */
  unread: number;
  isCurrent: boolean;
}

/** Leads to the viewer's notices, and says how many are unread. A script opens the latest of them in place. */
export const Bell = ({ unread, isCurrent }: Props) => (
  <a
    className="icon-button bell"
    href={noticePaths.notices}
    aria-label={bellLabel(unread)}
    aria-current={isCurrent ? "page" : undefined}
    data-bell={unread}
  >
    <Icon name="bell" />
    {unread > 0 && <span className="tab-count">{unreadCount(unread)}</span>}
  </a>
);
