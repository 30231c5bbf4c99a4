import { Icon } from "../../islands/ui/Icon.tsx";
import { paths } from "../../server/contract/paths.ts";
import { bellLabel, noticeCount } from "../../server/contract/shared.ts";

export interface BellProps {
  /** How many notices the viewer has not read. */
  unread: number;
  /** The address of the style sheet for the list that a script opens. */
  sheet: string;
}

/** Leads to the viewer's notices, and says how many are unread. A script opens the latest of them in place. */
export const Bell = ({ unread, sheet, isCurrent }: BellProps & { isCurrent: boolean }) => (
  <a
    className="icon-button bell"
    href={paths.notices}
    aria-label={bellLabel(unread)}
    aria-current={isCurrent ? "page" : undefined}
    data-bell={unread}
    data-sheet={sheet}
  >
    <Icon name="bell" />
    <span className="bell-count">{noticeCount(unread)}</span>
  </a>
);
