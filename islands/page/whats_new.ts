/** Shows what is new as it comes: in the title, on the icons, in counts that belong to no island, and as toasts. */
import { titleWith, unreadCount, unreadTotal } from "../../server/contract/site/unread.ts";
import type { Overview } from "../../server/contract/groups/shapes.ts";
import type { Notice } from "../../server/contract/notices/shapes.ts";
import { emit, on } from "../runtime/events.ts";
import { followOverview, latestOverview, onOverview } from "../runtime/overview.ts";
import { isOwnAction } from "../runtime/own_actions.ts";
import { showToast } from "../runtime/toast.ts";
import { groupIdOf } from "../../server/contract/groups/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { liveGroupTexts } from "../../server/contract/groups/live_texts.ts";

/** Milliseconds for which what is unread may be read in the same moment, as it is in a chat that is looked at. */
const quickReadDelay = 300;

export function showWhatIsNew(): void {
  const { viewer } = document.documentElement.dataset;
  if (!viewer) return;
  on("memberRemoved", ({ groupId, userId, isDeleted }) => {
    if (userId === viewer) reportRemoval(groupId, isDeleted);
  });
  on("notice", (notice) => isWorthToast(notice) && showToast("info", notice.text, notice.url));
  // Later than the report of a removal, which names a group that is not known from then on.
  followOverview(viewer);
  let timer: ReturnType<typeof setTimeout>;
  onOverview((overview) => {
    clearTimeout(timer);
    timer = setTimeout(() => showTotal(unreadTotal(overview)), quickReadDelay);
    showCounts(overview);
  });
}

function reportRemoval(groupId: string, isDeleted = false): void {
  if (isOwnAction(groupId)) return;
  const group = latestOverview()?.groups.find(({ id }) => id === groupId);
  if (group) showToast("info", liveGroupTexts[isDeleted ? "deletedByCreator" : "gone"](group.groupName));
}

/** What somebody writes in the chat that is looked at is there already. */
const isWorthToast = ({ readAt, url }: Notice): boolean =>
  !readAt && !(location.pathname === new URL(url, location.href).pathname && isChatOpen());

const isChatOpen = (): boolean => document.querySelector("[data-island=Chat]") !== null;

function showTotal(total: number): void {
  document.title = titleWith(total, document.title.replace(/^\(\d+\+?\) /, ""));
  for (const icon of document.querySelectorAll<HTMLLinkElement>("link[rel=icon]:not([data-logo])")) {
    icon.href = sitePaths.favicon(total > 0);
  }
  for (const count of document.querySelectorAll<HTMLElement>("[data-unread-total]")) {
    count.hidden = total === 0;
    count.firstChild!.textContent = `${unreadCount(total)} `;
  }
  // Not every browser has it, and none that the app is not installed in shows it.
  if (total > 0) void navigator.setAppBadge?.(total).catch(() => {});
  else void navigator.clearAppBadge?.().catch(() => {});
}

function showCounts({ groups, requests }: Overview): void {
  emit("tabCount", { tab: "Friend Requests", count: requests });
  const open = groups.find(({ id }) => id === groupIdOf(location.pathname));
  if (!open) return;
  const show = (selector: string, text: string) => {
    const element = document.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  };
  show("[data-member-count]", liveGroupTexts.memberCount(open.memberCount));
  show(".group-name > button", open.groupName);
}
