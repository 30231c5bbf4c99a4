import { paths } from "../../server/contract/paths.ts";
import type { UserCard } from "../../server/contract/users.ts";
import { Bell, type BellProps } from "./Bell.tsx";
import { Brand } from "./Brand.tsx";
import { NavLink, SiteNav } from "./SiteNav.tsx";

interface Props {
  /** Who is signed in. */
  user?: UserCard;
  bell: BellProps;
  /** The path of this page, marked where the navigation has it. */
  current: string;
}

export function SiteHeader({ user, bell, current }: Props) {
  return (
    <header className="site-header">
      <a className="site-home" href={paths.home}>
        <Brand />
      </a>
      <nav className="site-nav" aria-label="Site">
        {user
          ? (
            <>
              <SiteNav user={user} current={current} />
              <Bell {...bell} isCurrent={current === paths.notices} />
            </>
          )
          : (
            <>
              <NavLink href={paths.login} current={current}>Login</NavLink>
              <NavLink href={paths.register} current={current}>Sign Up</NavLink>
            </>
          )}
      </nav>
    </header>
  );
}
