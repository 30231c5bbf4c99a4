/** The list of groups beside a group, which is no island: what is unread in each changes as it is written and read. */
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { type Unread, unreadCount } from "../../server/contract/unread.ts";
import { onOverview } from "../runtime/overview.ts";
import { counter } from "./counter.ts";

export function enhanceGroupList(): void {
  if (!document.querySelector(".group-list")) return;
  onOverview(({ groups }) => groups.forEach((group) => show(group.id, group)));
}

/** Draws what `UnreadBadge` draws, of a group that is in the list and not open. */
function show(groupId: string, state: Unread): void {
  const link = document.querySelector(`.group-list [href="${paths.group(groupId)}"]:not([aria-current])`);
  link?.querySelector(".unread")?.remove();
  if (state.unread > 0) link?.append(counter("unread", unreadCount(state), ` ${texts.groups.unread}`));
}
