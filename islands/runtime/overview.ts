/**
 * What is new for the reader in any group, as far as this page knows it: fetched when the page's connection is there,
 * and again when somebody or something comes or goes. What is read and written meanwhile arrives by itself.
 */
import type { Message } from "../../server/contract/chat.ts";
import { unreadMax } from "../../server/contract/constants.ts";
import type { GroupActivity } from "../../server/contract/events.ts";
import type { Overview, OverviewGroup } from "../../server/contract/overview.ts";
import { call } from "./api.ts";
import { emit, on } from "./events.ts";

type Change = Partial<GroupActivity> & { groupId: string };

let latest: Overview | undefined;
/** What has arrived since the call under way was made, which its answer may not know. */
let changes: Change[] | undefined;
let isStale = false;

/** What is known by now; nothing until the first answer. */
export const latestOverview = (): Overview | undefined => latest;

/** Calls the listener with what is known by now, and with each change. @returns a function that stops that */
export function onOverview(listener: (overview: Overview) => void): () => void {
  if (latest) listener(latest);
  return on("overview", listener);
}

/** Begins to follow what is new, on a page with a connection. */
export function followOverview(): void {
  on("groupActivity", change);
  on("readUpdated", ({ groupId, unread, mentions }) => change({ groupId, unread, mentions }));
  on("message", (message) => countMessage(message));
}

/** Fetches everything anew, once more where a call is under way. Where that fails, what is known stays as it is. */
export async function refreshOverview(): Promise<void> {
  isStale = true;
  if (changes) return;
  while (isStale) {
    isStale = false;
    changes = [];
    const answer = await call<Overview>("GET", "/overview").catch((error) => console.warn(error));
    if (answer?.groups && !isStale) publish(changes.reduce(withChange, answer));
  }
  changes = undefined;
}

function change(change: Change): void {
  changes?.push(change);
  if (latest) publish(withChange(latest, change));
}

/** A message of the group that this page shows: of others it is counted by the server. */
function countMessage({ groupId, userId, username, content, timestamp }: Message): void {
  const before = latest?.groups.find(({ id }) => id === groupId);
  if (!before) return;
  const isOwn = userId === document.documentElement.dataset.viewer;
  const unread = isOwn ? before.unread : Math.min(before.unread + 1, unreadMax);
  change({ groupId, unread, lastMessage: { username, fullName: null, excerpt: content, timestamp } });
}

function publish(overview: Overview): void {
  latest = overview;
  emit("overview", overview);
}

/** An overview after a change in one of its groups; one in which somebody has written comes first. */
export function withChange(overview: Overview, { groupId, ...change }: Change): Overview {
  const before = overview.groups.find(({ id }) => id === groupId);
  if (!before) return overview;
  const after: OverviewGroup = { ...before, ...change };
  const isNewer = !!after.lastMessage && after.lastMessage.timestamp > (before.lastMessage?.timestamp ?? "");
  const others = overview.groups.filter((group) => group !== before);
  const groups = isNewer ? [after, ...others] : overview.groups.map((group) => group === before ? after : group);
  return { ...overview, groups };
}
