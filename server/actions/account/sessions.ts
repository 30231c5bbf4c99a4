import * as sessions from "../../../db/account/sessions.ts";
import { iso } from "../../../db/engine/query.ts";
import { browserHash, deviceName, endUserOnFailure, type Session } from "../../auth/sessions.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import type { OwnSession } from "../../contract/account/shapes.ts";
import { accountTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

export async function listSessions({ db, clock }: Deps, { hash: current, user }: Session): Promise<OwnSession[]> {
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

const to = () => accountPaths.accountTab("sessions");

export const endSession = operation({
  call: "DELETE /auth/sessions/:id",
  summary: "Ends one of the caller's sessions",
  access: "owner",
  says: accountTexts.sessionEnded,
  fails: { 404: ["session_not_found"] },
  form: { path: "/account/sessions/:id/end", to },
  async run({ deps: { db, broadcast }, deps, user, params: { id } }) {
    const hash = await sessions.deleteSessionById(db, user.id, id).catch(endUserOnFailure(deps, user.id));
    broadcast.endSession(found(hash, () => new NotFound(accountTexts.sessionNotFound, "session_not_found")));
  },
});

export const endOtherSessions = operation({
  call: "DELETE /auth/sessions",
  summary: "Ends all the caller's other sessions",
  access: "signedIn",
  says: accountTexts.othersEnded,
  form: { path: accountPaths.endOtherSessions, to },
  async run({ deps, session: { hash: currentHash, user }, caller }) {
    const browser = browserHash(user.id, caller);
    const ended = await sessions.endOtherSessions(deps.db, user.id, { currentHash, browser })
      .catch(endUserOnFailure(deps, user.id));
    ended.forEach(deps.broadcast.endSession);
  },
});
