import { paths } from "../../server/contract/paths.ts";
import type { UserCard } from "../../server/contract/users.ts";
import { Brand } from "./Brand.tsx";
import { NavLink, SiteNav } from "./SiteNav.tsx";

interface Props {
  /** Who is signed in. */
  user?: UserCard;
  /** The path of this page, marked where the navigation has it. */
  current: string;
  /** How much is unread for the user. */
  unread: number;
}

export function SiteHeader({ user, current, unread }: Props) {
  return (
    <header className="site-header">
      <a className="site-home" href={paths.home}>
        <Brand />
      </a>
      <nav className="site-nav" aria-label="Site">
        {user ? <SiteNav user={user} current={current} unread={unread} /> : (
          <>
            <NavLink href={paths.login} current={current}>Login</NavLink>
            <NavLink href={paths.register} current={current}>Sign Up</NavLink>
          </>
        )}
      </nav>
    </header>
  );
}
