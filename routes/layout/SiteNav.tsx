import type { ReactNode } from "react";
import { Avatar } from "../../islands/ui/Avatar.tsx";
import { Icon } from "../../islands/ui/Icon.tsx";
import { IconButton } from "../../islands/ui/IconButton.tsx";
import { unreadCount } from "../../server/contract/chat/unread.ts";
import { operatorTexts } from "../../server/contract/operator/operator_texts.ts";
import { formPaths } from "../../server/contract/form_paths.ts";
import { paths } from "../../server/contract/paths.ts";
import type { UserCard } from "../../server/contract/people/users.ts";

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
            <NavLink href={paths.dashboard} current={current}>Dashboard</NavLink>
            <span className="tab-count" data-unread-total hidden={unread === 0}>
              {`${unreadCount(unread)} `}
              <span className="visually-hidden">unread</span>
            </span>
          </li>
          <li>
            <NavLink href={paths.events} current={current}>Events</NavLink>
          </li>
          <li>
            <NavLink href={paths.contact} current={current}>Contact</NavLink>
          </li>
          <li>
            <NavLink href={paths.about} current={current}>About</NavLink>
          </li>
        </ul>
        <SearchUsers />
        <NavLink href={paths.profile} current={current}>
          <Avatar user={user} size={32} />
          <span className="nav-profile-name">My Profile</span>
        </NavLink>
        {isOperator && <NavLink href={formPaths.operator} current={current}>{operatorTexts.title}</NavLink>}
        <form method="post" action={paths.logout} data-logout>
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
    <form className="nav-search" action={paths.search} role="search" data-search>
      <label className="visually-hidden" htmlFor="nav-search">Search Users</label>
      <input id="nav-search" name="username" type="search" placeholder="Search Users" autoComplete="off" />
      <button type="submit" className="icon-button" aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
  );
}
