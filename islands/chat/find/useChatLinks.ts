import { useEffect, useRef } from "react";
import { opensElsewhere } from "../../ui/intercept.ts";
import type { FinderKind } from "./Finder.tsx";

export function useChatLinks(open: (kind: FinderKind, opener: HTMLElement) => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".chat-links a, .chat-menu a")];
    const follow = (event: MouseEvent) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      const link = event.currentTarget as HTMLAnchorElement;
      const menu = link.closest<HTMLElement>("[popover]");
      menu?.hidePopover();
      const opener = menu ? document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)! : link;
      latest.current(link.search.slice(1) as FinderKind, opener);
    };
    for (const link of links) link.addEventListener("click", follow);
    return () => links.forEach((link) => link.removeEventListener("click", follow));
  }, []);
}
