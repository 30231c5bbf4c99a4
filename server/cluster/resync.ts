import { setTimeout as delay } from "node:timers/promises";
import { findLatestChange } from "../../db/chat/messages.ts";
import { isMember } from "../../db/groups/members.ts";
import type { ShownMessage } from "../../db/chat/message_views.ts";
import type { Deps } from "../deps.ts";
import type { Broadcast } from "../realtime/broadcast.ts";
import { closeEndedSessions } from "../realtime/socket.ts";
import type { SentMessages } from "../realtime/changes.ts";

const part = 100;
/** Milliseconds that the event of a message may be under way between instances after the message is stored. */
const underWay = 2000;
const retryAfter = 1000;

type Parts = Pick<Deps, "db" | "clock" | "log"> & {
  local: Broadcast;
  sent: SentMessages;
};

/** A client that has missed changes asks for them once it is sent the latest. */
async function resync({ db, clock, local, sent }: Parts, closed: AbortSignal): Promise<void> {
  await closeEndedSessions({ db, clock, broadcast: local });
  const { memberships } = local.connected();
  const members = new Map(memberships.map((member) => [`${member.groupId} ${member.userId}`, member]));
  const viewers = new Map<string, string>();
  await inParts([...members.values()], async ({ groupId, userId }) => {
    if (await isMember(db, userId, groupId)) viewers.set(groupId, userId);
    else local.evict(groupId, userId);
  });
  const latest: ShownMessage[] = [];
  await inParts([...viewers], async ([groupId, viewerId]) => {
    const shown = await findLatestChange(db, viewerId, groupId);
    if (shown) latest.push(shown);
  });
  await delay(underWay, undefined, { signal: closed });
  for (const shown of latest) if (!sent.has(shown.message)) local.messageChanged(shown);
  sent.keepOnly(new Set(local.connected().memberships.map(({ groupId }) => groupId)));
}

async function inParts<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += part) await Promise.all(items.slice(from, from + part).map(work));
}

export function openResyncer(parts: Parts) {
  let isDue = false;
  const closed = new AbortController();
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    while (isDue && !closed.signal.aborted) {
      isDue = false;
      try {
        await resync(parts, closed.signal);
      } catch (err) {
        if (closed.signal.aborted) break;
        parts.log.warn({ err }, "sockets could not be checked again yet");
        clearTimeout(timer);
        timer = setTimeout(ask, retryAfter);
        Deno.unrefTimer(timer);
      }
    }
    running = undefined;
  }

  /** Asked while it runs, it runs once more. */
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
