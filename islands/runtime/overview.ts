/** What is new in any group, as far as this page knows: fetched when it connects, and counted from what arrives. */
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { Notice, NoticeKind } from "../../server/contract/notices/shapes.ts";
import type { Overview, OverviewGroup } from "../../server/contract/groups/shapes.ts";
import { readQuietly } from "./api.ts";
import { emit, on } from "./events.ts";
import { overview as times } from "../../server/contract/site/limits.ts";
import { unreadMax } from "../../server/contract/chat/limits.ts";

type Change = Partial<Omit<OverviewGroup, "id">> & { groupId: string };

let latest: Overview | undefined;
let changes: Change[] | undefined;
let isStale = false;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

export const latestOverview = (): Overview | undefined => latest;

export function onOverview(listener: (overview: Overview) => void): () => void {
  if (latest) listener(latest);
  return on("overview", listener);
}

export function followOverview(viewerId: string): void {
  on("connected", () => void refreshOverview());
  on("groupChanged", (group) => {
    if (groupOf(group.id)) change({ ...group, groupId: group.id });
    else void refreshOverview();
  });
  on("groupActivity", change);
  on("readUpdated", ({ groupId, unread, mentions }) => change({ groupId, unread, mentions }));
  on("message", (message) => countMessage(message, viewerId));
  on("messageChanged", ({ groupId, deletedAt }) => {
    // Whether it was unread, or mentioned the viewer, is not known here.
    if (deletedAt && (groupOf(groupId)?.unread ?? 0) > 0) refreshSoon();
  });
  on("memberAdded", ({ groupId }) => adjust((before) => withMembers(before, groupId, 1)));
  on("memberRemoved", ({ groupId, userId }) => {
    adjust((before) => userId === viewerId ? withoutGroup(before, groupId) : withMembers(before, groupId, -1));
    if (userId === viewerId) refreshSoon();
  });
  on("notice", (notice) => countNotice(notice));
  on("noticesRead", ({ unread }) => {
    adjust((before) => ({ ...before, unreadNotices: unread, notices: Math.min(before.notices, unread) }));
    refreshSoon();
  });
}

/** Fetches everything anew, once more where a call is under way. Where that fails, what is known stays as it is. */
async function refreshOverview(): Promise<void> {
  clearTimeout(refreshTimer);
  refreshTimer = undefined;
  isStale = true;
  if (changes) return;
  while (isStale) {
    isStale = false;
    changes = [];
    const answer = await readQuietly("GET /overview", {});
    if (answer?.groups && !isStale) publish(changes.reduce(withChange, answer));
  }
  changes = undefined;
}

export function changeOverview(changed: (before: Overview) => Overview): void {
  if (latest) publish(changed(latest));
  void refreshOverview();
}

/** Fetches everything anew at some time, once: many pages were sent the same. */
function refreshSoon(): void {
  refreshTimer ??= setTimeout(refreshOverview, Math.random() * times.refreshWithin);
}

const groupOf = (groupId: string): OverviewGroup | undefined => latest?.groups.find(({ id }) => id === groupId);

function change(change: Change): void {
  changes?.push(change);
  if (latest) publish(withChange(latest, change));
}

function adjust(adjusted: (before: Overview) => Overview): void {
  if (changes) refreshSoon();
  if (latest) publish(adjusted(latest));
}

function countMessage({ groupId, userId }: Message, viewerId: string): void {
  const before = groupOf(groupId);
  if (!before || userId === viewerId) return;
  change({ groupId, unread: Math.min(before.unread + 1, unreadMax) });
}

/** What one action sends to many. Any other is for one reader, whose page need not wait. */
const sentToMany: NoticeKind[] = ["mention", "reply", "bookFinished", "plan"];

function countNotice({ kind }: Notice): void {
  adjust((before) => ({ ...before, unreadNotices: Math.min(before.unreadNotices + 1, unreadMax) }));
  if (sentToMany.includes(kind)) refreshSoon();
  else void refreshOverview();
}

function publish(overview: Overview): void {
  latest = overview;
  emit("overview", overview);
}

function withChange(overview: Overview, { groupId, ...change }: Change): Overview {
  const before = overview.groups.find(({ id }) => id === groupId);
  if (!before) return overview;
  const after: OverviewGroup = { ...before, ...change };
  const isNewer = !!after.lastMessage && after.lastMessage.timestamp > (before.lastMessage?.timestamp ?? "");
  const others = overview.groups.filter((group) => group !== before);
  const groups = isNewer ? [after, ...others] : overview.groups.map((group) => group === before ? after : group);
  return { ...overview, groups };
}

const withMembers = ({ groups, ...others }: Overview, groupId: string, change: number): Overview => ({
  ...others,
  groups: groups.map((group) => group.id === groupId ? { ...group, memberCount: group.memberCount + change } : group),
});

export const withoutGroup = ({ groups, ...others }: Overview, groupId: string): Overview => ({
  ...others,
  groups: groups.filter(({ id }) => id !== groupId),
});
