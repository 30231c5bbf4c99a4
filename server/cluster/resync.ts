import { setTimeout as delay } from "node:timers/promises";
import type { ShownMessage } from "../../db/chat/message_views.ts";
import { findLatestChange } from "../../db/chat/messages.ts";
import { listGroupIds } from "../../db/groups/members.ts";
import type { Deps } from "../deps.ts";
import type { Broadcast } from "../realtime/broadcast.ts";
import type { SentMessages } from "../realtime/changes.ts";
import { closeEndedSessions } from "../realtime/socket.ts";

const batchSize = 100;
/** Milliseconds that the event of a message may be under way between instances after the message is stored. */
const underWay = 2000;
const retryAfter = 1000;

type ResyncDeps = Pick<Deps, "db" | "clock" | "log"> & {
  local: Broadcast;
  sent: SentMessages;
};

async function resync({ db, clock, local, sent }: ResyncDeps, closed: AbortSignal): Promise<void> {
  await closeEndedSessions({ db, clock, broadcast: local });
  const viewers = new Map<string, string>();
  const people = Map.groupBy(local.connected(), ({ userId }) => userId);
  await inBatches([...people], async ([userId, sockets]) => {
    const own = new Set(await listGroupIds(db, userId));
    local.follow(userId, [...own]);
    for (const groupId of groupsOf(sockets)) {
      if (own.has(groupId)) viewers.set(groupId, userId);
      else local.evict(groupId, userId);
    }
  });
  const latest: ShownMessage[] = [];
  await inBatches([...viewers], async ([groupId, viewerId]) => {
    const shown = await findLatestChange(db, viewerId, groupId);
    if (shown) latest.push(shown);
  });
  await delay(underWay, undefined, { signal: closed });
  for (const shown of latest) if (!sent.has(shown.message)) local.messageChanged(shown);
  sent.keepOnly(groupsOf(local.connected()));
}

const groupsOf = (sockets: { groupIds: Set<string> }[]): Set<string> =>
  new Set(sockets.flatMap(({ groupIds }) => [...groupIds]));

async function inBatches<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += batchSize) {
    await Promise.all(items.slice(from, from + batchSize).map(work));
  }
}

export function openResyncer(deps: ResyncDeps) {
  let isDue = false;
  const closed = new AbortController();
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    while (isDue && !closed.signal.aborted) {
      isDue = false;
      try {
        await resync(deps, closed.signal);
      } catch (err) {
        if (closed.signal.aborted) break;
        deps.log.warn({ err }, "sockets could not be checked again yet");
        clearTimeout(timer);
        timer = setTimeout(ask, retryAfter);
        Deno.unrefTimer(timer);
      }
    }
    running = undefined;
  }

  function ask(): void {
    isDue = true;
    running ??= run();
  }

  return {
    ask,
    close(): void {
      closed.abort();
      clearTimeout(timer);
    },
  };
}
