/** The list of groups beside a group, which is no island, follows the reader's groups and what is unread in each. */
import { groupList } from "../../server/contract/constants.ts";
import type { OverviewGroup } from "../../server/contract/overview.ts";
import { groupIdOf, paths } from "../../server/contract/paths.ts";
import { type Unread, unreadBadge } from "../../server/contract/unread.ts";
import { on } from "../runtime/events.ts";
import { latestOverview, onOverview } from "../runtime/overview.ts";
import { fetchPage } from "./other_page.ts";

export function enhanceGroupList(): void {
  if (!list()) return;
  on("groupChanged", () => void loadHeader());
  onOverview(({ groups }) => {
    update(groups);
    if (isIncomplete(groups)) void redraw();
  });
}

/** What redraws the head of the page is loaded once there is something to redraw. */
const loadHeader = () => import("./group_header.ts").catch(console.warn);

const list = () => document.querySelector(".group-links");
const links = () => [...document.querySelectorAll<HTMLAnchorElement>(".group-links a")];

function update(groups: OverviewGroup[]): void {
  const byPath = new Map(groups.map((group) => [paths.group(group.id), group]));
  for (const link of links()) {
    const group = byPath.get(link.pathname);
    if (!group) link.parentElement!.remove();
    else {
      showName(link, group);
      if (!link.ariaCurrent) showUnread(link, group);
    }
  }
}

function showName(link: HTMLElement, { groupName }: OverviewGroup): void {
  const name = link.querySelector("span")!;
  if (name.textContent === groupName) return;
  name.textContent = groupName;
  if (link.ariaCurrent) void loadHeader();
}

/** Draws what `UnreadBadge` draws. */
function showUnread(link: HTMLElement, state: Unread): void {
  link.querySelector(".unread")?.remove();
  if (state.unread === 0) return;
  const { label, ...shown } = unreadBadge(state);
  const words = Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: label });
  const badge = Object.assign(document.createElement("span"), { className: "unread", title: label });
  Object.assign(badge.dataset, shown);
  badge.append(words);
  link.append(badge);
}

/** The open group has one of the places. A page whose group is gone cannot be drawn again. */
function isIncomplete(groups: OverviewGroup[]): boolean {
  const shown = links();
  const isShown = ({ id }: OverviewGroup) => shown.some(({ pathname }) => pathname === paths.group(id));
  return shown.some(({ ariaCurrent }) => ariaCurrent) && !groups.slice(0, groupList.max - 1).every(isShown);
}

let isDrawing = false;

/** What is new in the list is drawn by the server, on the page of the group that has the least else. */
async function redraw(): Promise<void> {
  if (isDrawing) return;
  isDrawing = true;
  try {
    const page = await fetchPage(paths.group(groupIdOf(location.pathname)!, "settings"));
    replaceList(page?.querySelector(".group-links"));
    update(latestOverview()!.groups);
  } catch (error) {
    // The next change tries again.
    console.warn(error);
  } finally {
    isDrawing = false;
  }
}

function replaceList(drawn?: Element | null): void {
  if (!drawn) return;
  const focused = links().find((link) => link === document.activeElement)?.pathname;
  list()!.replaceWith(drawn);
  links().find(({ pathname }) => pathname === focused)?.focus();
}
