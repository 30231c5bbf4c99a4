/**
 * The list of groups beside a group, which is no island, follows the reader's groups and what is unread in each; and
 * the head of the group's page what it is called and its picture.
 */
import type { OverviewGroup } from "../../server/contract/groups/shapes.ts";
import { type Unread, unreadBadge } from "../../server/contract/site/unread.ts";
import { on } from "../runtime/events.ts";
import { late } from "../runtime/late.ts";
import { latestOverview, onOverview } from "../runtime/overview.ts";
import { groupList } from "../../server/contract/groups/limits.ts";
import { overview } from "../../server/contract/site/limits.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";

export function enhanceGroupList(): void {
  if (!document.querySelector(".group-links")) return;
  on("groupChanged", redrawSoon);
  onOverview(({ groups }) => {
    update(groups);
    if (isIncomplete(groups)) void redraw();
  });
}

const loadDraw = late(() => import("./group_list_draw.ts"));

const links = () => [...document.querySelectorAll<HTMLAnchorElement>(".group-links a")];

function update(groups: OverviewGroup[]): void {
  const byPath = new Map(groups.map((group) => [groupPaths.group(group.id), group]));
  for (const link of links()) {
    const group = byPath.get(link.pathname);
    if (!group) link.parentElement!.remove();
    else if (!link.ariaCurrent) showUnread(link, group);
  }
}

function showUnread(link: HTMLElement, state: Unread): void {
  link.querySelector(".unread")?.remove();
  if (state.unread === 0) return;
  const { label, ...counts } = unreadBadge(state);
  const template = document.querySelector<HTMLTemplateElement>(".group-list > template")!;
  const badge = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  badge.title = badge.firstElementChild!.textContent = label;
  Object.assign(badge.dataset, counts);
  link.append(badge);
}

/** The open group has one of the places. A page whose group is gone cannot be drawn again. */
function isIncomplete(groups: OverviewGroup[]): boolean {
  const shown = links();
  const isShown = ({ id }: OverviewGroup) => shown.some(({ pathname }) => pathname === groupPaths.group(id));
  return shown.some(({ ariaCurrent }) => ariaCurrent) && !groups.slice(0, groupList.max - 1).every(isShown);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** All members of a group are sent a change of it at once, and changes come in bursts. */
function redrawSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void redraw();
  }, Math.random() * overview.refreshWithin);
}

/** How often it was asked for since it was last drawn. */
let asked = 0;

/** What is new in the list is drawn by the server, on the page of the group that has the least else. */
async function redraw(): Promise<void> {
  if (asked++) return;
  // What changes meanwhile may not be on the page that is on its way.
  for (let before = 0; before < asked;) {
    before = asked;
    await draw().catch(console.warn);
  }
  asked = 0;
}

async function draw(): Promise<void> {
  await (await loadDraw()).drawAgain();
  update(latestOverview()!.groups);
}
