/** Sessions that were ended where this service did not learn of it: by a task, or by another instance. */
import { listLiveSessions } from "../../db/account/sessions.ts";
import type { Deps } from "../deps.ts";
import type { Broadcast } from "./broadcast.ts";

/** How many sessions are looked for at a time. */
const part = 500;

/** Closes those sockets of this instance whose session has ended. */
export async function closeEndedSessions(
  { db, clock, broadcast }: Pick<Deps, "db" | "clock"> & { broadcast: Pick<Broadcast, "connected" | "endSession"> },
): Promise<void> {
  const connected = [...broadcast.connected().sessions];
  for (let from = 0; from < connected.length; from += part) {
    const hashes = connected.slice(from, from + part);
    const live = await listLiveSessions(db, hashes, clock());
    for (const hash of hashes) if (!live.has(hash)) broadcast.endSession(hash);
  }
}
