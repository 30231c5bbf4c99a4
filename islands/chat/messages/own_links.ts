import type { MouseEvent } from "react";
import { intercept } from "../../ui/intercept.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";

export const followOwnLink = (groupId: string, show: (seq: number) => void) => (event: MouseEvent<HTMLElement>) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[target=_blank]");
  if (link?.origin !== location.origin) return;
  const seq = link.pathname === groupPaths.group(groupId) && Number(new URL(link.href).searchParams.get("message"));
  if (seq && Number.isSafeInteger(seq)) intercept(() => show(seq))(event);
  else link.removeAttribute("target");
};
