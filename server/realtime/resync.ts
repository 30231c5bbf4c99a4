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
 */
export async function resync({ db, clock }: Pick<Deps, "db" | "clock">, local: Broadcast): Promise<void> {
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
  await inParts([...viewers], async ([groupId, viewerId]) => {
    const [latest] = (await listMessages(db, viewerId, groupId, { limit: 1 }))?.messages ?? [];
    if (latest) local.message(latest);
  });
}

async function inParts<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += part) await Promise.all(items.slice(from, from + part).map(work));
}

/**
 * Calls `resync`, again and again until it succeeds.
 *
 * @returns a function that asks for it; asked while it runs, it runs once more
 */
export function resyncer(deps: Pick<Deps, "db" | "clock" | "log">, local: Broadcast): () => void {
  let isDue = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isDue) {
      isDue = false;
      await resync(deps, local).catch((err) => {
        deps.log.warn({ err }, "sockets could not be checked again yet");
        Deno.unrefTimer(setTimeout(ask, retryAfter));
      });
    }
    running = undefined;
  };
  const ask = () => {
    isDue = true;
    running ??= run();
  };
  return ask;
}
