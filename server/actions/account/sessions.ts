import * as sessions from "../../../db/account/sessions.ts";
import { iso } from "../../../db/people/columns.ts";
import { deviceName } from "../../auth/device.ts";
import { browserHash } from "../../auth/known_browsers.ts";
import { type Caller, endUserOnFailure, type Session } from "../../auth/sessions.ts";
import { accountTexts } from "../../contract/account/texts.ts";
import type { OwnSession } from "../../contract/account/auth.ts";
import type { Deps } from "../../deps.ts";
import { found, NotFound } from "../../errors.ts";

type Parts = Pick<Deps, "db" | "clock" | "broadcast">;

/** The caller's live sessions, the one used last first. */
export async function listSessions(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { hash: current, user }: Session,
): Promise<OwnSession[]> {
  const listed = await sessions.listSessions(db, user.id, clock());
  return listed.map(({ hash, id, createdAt, lastSeenAt, device, address }) => ({
    id,
    createdAt: iso(createdAt),
    lastSeenAt: iso(lastSeenAt),
    device: deviceName(device),
    address,
    current: hash === current,
  }));
}

/** Ends one of the caller's sessions, and closes its sockets. @throws NotFound where it is not theirs */
export async function endOneSession(deps: Parts, { user }: Session, id: string): Promise<void> {
  const { db, broadcast } = deps;
  const hash = await sessions.deleteSessionById(db, user.id, id).catch(endUserOnFailure(deps, user.id));
  broadcast.endSession(found(hash, () => new NotFound(accountTexts.sessionNotFound, "session_not_found")));
}

/** Ends all the caller's sessions but this one. */
export async function endOtherSessions(deps: Parts, { hash: currentHash, user }: Session, caller: Caller) {
  const browser = browserHash(user.id, caller);
  const ended = await sessions.endOtherSessions(deps.db, user.id, { currentHash, browser })
    .catch(endUserOnFailure(deps, user.id));
  ended.forEach(deps.broadcast.endSession);
}
