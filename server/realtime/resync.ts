/** What an instance may have missed of the others: ended sessions and memberships, and messages. */
import { findSession } from "../../db/auth.ts";
import { listMessages } from "../../db/chat.ts";
import { isMember } from "../../db/groups.ts";
import type { Deps } from "../deps.ts";
import type { Broadcast } from "./broadcast.ts";

/** How many queries run at a time. */
const part = 100;
/** Milliseconds until the next attempt when the database fails. */
const retryAfter = 1000;

/**
 * Checks the session and the memberships of every socket of this instance again, disconnects and evicts, and sends each
 * group its latest message: a client that has missed others asks for them.
 *
 * @param local sends to the sockets of this instance
 * @param sent the last `seq` that was sent to each group so, which is not sent again
 * @returns the same after this
 */
async function resync(
  { db, clock }: Pick<Deps, "db" | "clock">,
  local: Broadcast,
  sent: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const { sessions, memberships } = local.connected();
  await inParts([...sessions], async (hash) => {
    if (!await findSession(db, hash, clock())) local.endSession(hash);
  });
  const members = new Map(memberships.map((member) => [`${member.groupId} ${member.userId}`, member]));
  const viewers = new Map<string, string>();
  await inParts([...members.values()], async ({ groupId, userId }) => {
    if (await isMember(db, userId, groupId)) viewers.set(groupId, userId);
    else local.evict(groupId, userId);
  });
  const latest = new Map<string, number>();
  await inParts([...viewers], async ([groupId, viewerId]) => {
    const [message] = (await listMessages(db, viewerId, groupId, { limit: 1 }))?.messages ?? [];
    if (!message) return;
    latest.set(groupId, message.seq);
    if (sent.get(groupId) !== message.seq) local.message(message);
  });
  return latest;
}

async function inParts<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += part) await Promise.all(items.slice(from, from + part).map(work));
}

export interface Resyncer {
  /** Asks for it; asked while it runs, it runs once more. Where the database fails, it is tried again. */
  ask(): void;
  close(): void;
}

/** @param local sends to the sockets of this instance */
export function openResyncer(deps: Pick<Deps, "db" | "clock" | "log">, local: Broadcast): Resyncer {
  let sent: Map<string, number> = new Map();
  let isDue = false;
  let isClosed = false;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    while (isDue && !isClosed) {
      isDue = false;
      try {
        sent = await resync(deps, local, sent);
      } catch (err) {
        if (isClosed) break;
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
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
