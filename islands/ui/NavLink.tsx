import type { ReactNode } from "react";

export interface NavLinkProps {
  href: string;
  /** The path of this page. */
  current: string;
  children: ReactNode;
}

/** A link of the site's navigation, marked when it leads here. */
export function NavLink({ href, current, children }: NavLinkProps) {
  return <a className="nav-link" href={href} aria-current={href === current ? "page" : undefined}>{children}</a>;
}
