import type { ReactNode } from "react";
import { Avatar } from "../../islands/ui/Avatar.tsx";
import { Icon } from "../../islands/ui/Icon.tsx";
import { IconButton } from "../../islands/ui/Button.tsx";
import { Drawn } from "../../islands/ui/Drawn.tsx";
import { accountPaths, loginPaths, registerAfterDemo } from "../../server/contract/account/paths.ts";
import { noticePaths } from "../../server/contract/notices/paths.ts";
import { accountTexts } from "../../server/contract/account/texts.ts";
import { noteTexts } from "../../server/contract/notes/shared_texts.ts";
import { notePaths } from "../../server/contract/notes/paths.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { operatorPaths } from "../../server/contract/operator/paths.ts";
import { operatorTexts } from "../../server/contract/operator/texts.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import type { UserCard } from "../../server/contract/people/shapes.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { bellLabel, unreadCount } from "../../server/contract/site/unread.ts";
import { demoTexts } from "../../server/contract/site/texts.ts";
import type { Site } from "../../server/settings/site.ts";

interface Props {
  site: Site;
  user?: UserCard;
  notices: number;
  current: string;
  unread: number;
  isOpen: boolean;
  isOperator: boolean;
  isGuest: boolean;
}

export const SiteHeader = ({ site: { name, logo }, user, ...props }: Props) => (
  <Drawn
    as="header"
    className="site-header"
    from={() => [name, logo?.href, user && [user.id, user.username, user.fullName, user.profileImage], props]}
  >
    <HeaderContent site={{ name, logo }} user={user} {...props} />
  </Drawn>
);

type ContentProps = Omit<Props, "site"> & { site: Pick<Site, "name" | "logo"> };

/** Where who is looking is not known. */
export const BareHeader = ({ site }: Pick<Props, "site">) => (
  <header className="site-header">
    <SiteHome site={site} />
  </header>
);

const HeaderContent = ({ site, user, current, unread, notices, isOpen, isOperator, isGuest }: ContentProps) => (
  <>
    <SiteHome site={site} />
    <nav className={isGuest ? "site-nav cluster" : "site-nav"} aria-label="Site">
      {user && !isGuest
        ? (
          <>
            <SiteNav user={user} current={current} unread={unread} isOperator={isOperator} />
            <Bell unread={notices} isCurrent={current === noticePaths.notices} />
          </>
        )
        : (
          <>
            {!isGuest && <NavLink href={loginPaths.login} current={current}>Login</NavLink>}
            {isOpen && <NavLink href={loginPaths.register} current={current}>Sign Up</NavLink>}
            {isGuest && <Logout next={isOpen ? registerAfterDemo : undefined}>{demoTexts.leave}</Logout>}
          </>
        )}
    </nav>
  </>
);

const SiteHome = ({ site: { name, logo } }: Pick<ContentProps, "site">) => (
  <a className="site-home" href={sitePaths.home}>
    <span className="brand">
      {logo ? <img src={logo.href} width="32" height="32" alt="" /> : <Mark />}
      {name}
    </span>
  </a>
);

const Mark = () => (
  <svg width="28" height="32" viewBox="0 0 28 32" aria-hidden="true">
    <path d="M4 25.5V14C4 8.5 8 5 14 2c6 3 10 6.5 10 12v11.5M14 29V15c0-3.5-2-6.5-5.2-9M14 15c0-3.5 2-6.5 5.2-9" />
    <path d="M2 26c4.5-1.3 8.7-.5 12 2.8 3.3-3.3 7.5-4.1 12-2.8" />
  </svg>
);

const Bell = ({ unread, isCurrent }: { unread: number; isCurrent: boolean }) => (
  <a
    className="icon-button bell"
    href={noticePaths.notices}
    aria-label={bellLabel(unread)}
    aria-current={isCurrent ? "page" : undefined}
    data-bell={unread}
  >
    <Icon name="bell" />
    <span className="tab-count">{unread > 0 && unreadCount(unread)}</span>
  </a>
);

/** Beside the profile: on the dashboard, and in a phone's menu. */
export const ownPages = [
  { href: readingPaths.reading, text: "Reading log", icon: "chart" },
  { href: notePaths.ownNotes, text: noteTexts.ownTitle, icon: "pencil" },
  { href: accountPaths.account, text: accountTexts.title, icon: "settings" },
] as const;

type NavProps = Pick<Props, "current" | "unread" | "isOperator"> & { user: UserCard };

const SiteNav = ({ user, current, unread, isOperator }: NavProps) => (
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
        {ownPages.map(({ href, text }) => (
          <li key={href}>
            <NavLink href={href} current={current}>{text}</NavLink>
          </li>
        ))}
      </ul>
      <SearchUsers />
      <NavLink href={peoplePaths.profile} current={current}>
        <Avatar user={user} size={32} />
        <span className="nav-profile-name">My Profile</span>
      </NavLink>
      {isOperator && <NavLink href={operatorPaths.operator} current={current}>{operatorTexts.title}</NavLink>}
      <Logout>Logout</Logout>
    </div>
  </>
);

const Logout = ({ next, children }: { next?: string; children: string }) => (
  <form method="post" action={accountPaths.logout} data-logout data-next={next}>
    <button type="submit" className="nav-link nav-logout">{children}</button>
  </form>
);

const NavLink = ({ href, current, children }: { href: string; current: string; children: ReactNode }) => (
  <a className="nav-link" href={href} aria-current={href === current ? "page" : undefined}>{children}</a>
);

const SearchUsers = () => (
  <form className="nav-search" action={peoplePaths.search} role="search" data-search>
    <label className="visually-hidden" htmlFor="nav-search">Search Users</label>
    <input id="nav-search" name="username" type="search" placeholder="Search Users" autoComplete="off" />
    <button type="submit" className="icon-button" aria-label="Search">
      <Icon name="search" />
    </button>
  </form>
);
