import { paths } from "../../server/contract/paths.ts";
import type { UserCard } from "../../server/contract/people/users.ts";
import type { Site } from "../../server/settings/site.ts";
import { Bell } from "./Bell.tsx";
import { Brand } from "./Brand.tsx";
import { NavLink, SiteNav } from "./SiteNav.tsx";

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
      <a className="site-home" href={paths.home}>
        <Brand site={site} />
      </a>
      <nav className="site-nav" aria-label="Site">
        {user
          ? (
            <>
              <SiteNav user={user} current={current} unread={unread} isOperator={isOperator} />
              <Bell unread={notices} isCurrent={current === paths.notices} />
            </>
          )
          : (
            <>
              <NavLink href={paths.login} current={current}>Login</NavLink>
              {isOpen && <NavLink href={paths.register} current={current}>Sign Up</NavLink>}
            </>
          )}
      </nav>
    </header>
  );
}
