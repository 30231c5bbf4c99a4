import { Icon } from "../../islands/ui/Icon.tsx";
import { bellLabel, unreadCount } from "../../server/contract/site/unread.ts";
import type { UserCard } from "../../server/contract/people/shapes.ts";
import type { Site } from "../../server/settings/site.ts";
import { NavLink, SiteNav } from "./SiteNav.tsx";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { noticePaths } from "../../server/contract/notices/paths.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";

interface Props {
  site: Site;
  /** The person who is signed in. */
  user?: UserCard;
  /** How many notices they have not read. */
  notices: number;
  /** The path of this page, marked where the navigation has it. */
  current: string;
  /** How much is unread for the user. */
  unread: number;
  /** Whether visitors may make an account. */
  isOpen: boolean;
  isOperator: boolean;
}

export function SiteHeader({ site, user, current, unread, notices, isOpen, isOperator }: Props) {
  return (
    <header className="site-header">
      <a className="site-home" href={sitePaths.home}>
        <Brand site={site} />
      </a>
      <nav className="site-nav" aria-label="Site">
        {user
          ? (
            <>
              <SiteNav user={user} current={current} unread={unread} isOperator={isOperator} />
              <Bell unread={notices} isCurrent={current === noticePaths.notices} />
            </>
          )
          : (
            <>
              <NavLink href={accountPaths.login} current={current}>Login</NavLink>
              {isOpen && <NavLink href={accountPaths.register} current={current}>Sign Up</NavLink>}
            </>
          )}
      </nav>
    </header>
  );
}

/** The site's own mark, or a pair of arched windows that is also an open book, and the name. */
function Brand({ site: { name, logo } }: { site: Site }) {
  return (
    <span className="brand">
      {logo ? <img src={logo.href} width="32" height="32" alt="" /> : <Mark />}
      {name}
    </span>
  );
}

function Mark() {
  return (
    <svg width="28" height="32" viewBox="0 0 28 32" aria-hidden="true">
      <path d="M4 25.5V14C4 8.5 8 5 14 2c6 3 10 6.5 10 12v11.5M14 29V15c0-3.5-2-6.5-5.2-9M14 15c0-3.5 2-6.5 5.2-9" />
      <path d="M2 26c4.5-1.3 8.7-.5 12 2.8 3.3-3.3 7.5-4.1 12-2.8" />
    </svg>
  );
}

interface BellProps {
  /** How many notices the viewer has not read. */
  unread: number;
  isCurrent: boolean;
}

/** Leads to the viewer's notices, and says how many are unread. A script opens the latest of them in place. */
const Bell = ({ unread, isCurrent }: BellProps) => (
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
