import type { UserCard } from "../../server/contract/people/users.ts";
import type { Site } from "../../server/settings/site.ts";
import { Bell } from "./Bell.tsx";
import { Brand } from "./Brand.tsx";
import { NavLink, SiteNav } from "./SiteNav.tsx";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { noticePaths } from "../../server/contract/notices/paths.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";

interface Props {
  site: Site;
  /** Who is signed in. */
  user?: UserCard;
  /** How many notices they have not read. */
  notices: number;
  /** The path of this page, marked where the navigation has it. */
  current: string;
  /** How much is unread for the user. */
  unread: number;
  /** Whether visitors may make an account. */
  isOpen: boolean;
  /** Whether the user operates the site. */
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
