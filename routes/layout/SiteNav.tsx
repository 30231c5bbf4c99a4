import type { ReactNode } from "react";
import { Avatar } from "../../islands/ui/Avatar.tsx";
import { Icon } from "../../islands/ui/Icon.tsx";
import { IconButton } from "../../islands/ui/IconButton.tsx";
import { unreadCount } from "../../server/contract/site/unread.ts";
import { operatorTexts } from "../../server/contract/operator/texts.ts";
import type { UserCard } from "../../server/contract/people/shapes.ts";
import { operatorPaths } from "../../server/contract/operator/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";

interface Props {
  user: UserCard;
  current: string;
  /** How much is unread for them. */
  unread: number;
  isOperator: boolean;
}

/** The navigation of someone who is signed in: a row, or on a phone what the menu button opens, without script. */
export function SiteNav({ user, current, unread, isOperator }: Props) {
  return (
    <>
      <IconButton icon="menu" label="Menu" className="nav-open" popoverTarget="nav-menu" />
      <div className="nav-menu" id="nav-menu" popover="auto">
        <ul className="nav-links">
          <li>
            <NavLink href={sitePaths.dashboard} current={current}>Dashboard</NavLink>
            <span className="tab-count" data-unread-total hidden={unread === 0}>
              {`${unreadCount(unread)} `}
              <span className="visually-hidden">unread</span>
            </span>
          </li>
          <li>
            <NavLink href={sitePaths.events} current={current}>Events</NavLink>
          </li>
          <li>
            <NavLink href={sitePaths.contact} current={current}>Contact</NavLink>
          </li>
          <li>
            <NavLink href={sitePaths.about} current={current}>About</NavLink>
          </li>
        </ul>
        <SearchUsers />
        <NavLink href={peoplePaths.profile} current={current}>
          <Avatar user={user} size={32} />
          <span className="nav-profile-name">My Profile</span>
        </NavLink>
        {isOperator && <NavLink href={operatorPaths.operator} current={current}>{operatorTexts.title}</NavLink>}
        <form method="post" action={accountPaths.logout} data-logout>
          <button type="submit" className="nav-link nav-logout">Logout</button>
        </form>
      </div>
    </>
  );
}

interface NavLinkProps {
  href: string;
  /** The path of this page. */
  current: string;
  children: ReactNode;
}

/** A link of the site's navigation, marked when it leads here. */
export function NavLink({ href, current, children }: NavLinkProps) {
  return <a className="nav-link" href={href} aria-current={href === current ? "page" : undefined}>{children}</a>;
}

function SearchUsers() {
  return (
    <form className="nav-search" action={peoplePaths.search} role="search" data-search>
      <label className="visually-hidden" htmlFor="nav-search">Search Users</label>
      <input id="nav-search" name="username" type="search" placeholder="Search Users" autoComplete="off" />
      <button type="submit" className="icon-button" aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
  );
}
