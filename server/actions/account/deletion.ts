import * as deletion from "../../../db/account/deletion.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { setTimeout as delay } from "node:timers/promises";
import { findPasswordHash } from "../../../db/account/accounts.ts";
import { type Caller, endUserOnFailure, type Session } from "../../auth/sessions.ts";
import type { Deps } from "../../deps.ts";
import { found, userNotFound } from "../../errors.ts";
import { deletedMail, deletionMail } from "../../mail/deletion.tsx";
import { assertPassword } from "./account.ts";
import { sendGroupChanged } from "../groups/groups.ts";
import { assertRecentlyAuthenticated } from "./reauthentication.ts";
import { accountPaths } from "../../contract/account/paths.ts";

/**
 * Asks for the deletion of the caller's account, which they can take back until then.
 *
 * @returns when it is deleted; asked for again, it is not put off
 * @throws BadRequest for a wrong password, Forbidden where there is none and they signed in a while ago, TooMany
 */
export async function requestDeletion(
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "mailer">,
  session: Session,
  { password, caller }: { password: string; caller: Caller },
): Promise<string> {
  const { config, db, clock, mailer } = deps;
  const { user } = session;
  if (await findPasswordHash(db, user.id)) await assertPassword(deps, user, { password, caller });
  else await assertRecentlyAuthenticated(deps, session, { password, caller });
  const wasDueAt = await deletion.findDeletesAt(db, user.id);
  const due = found(
    await deletion.setDeletesAt(db, user.id, clock() + accountLimits.deletion.after) ?? undefined,
    userNotFound,
  );
  const deletesAt = new Date(due).toISOString();
  if (wasDueAt === null) {
    const mail = deletionMail({
      site: config.site,
      name: user.name,
      day: deletesAt.slice(0, 10),
      url: config.publicUrl + accountPaths.accountTab("data"),
    });
    await db.write([mailer.enqueue({ to: user.email, ...mail })]);
    mailer.wake();
  }
  return deletesAt;
}

/** Takes it back. */
export async function cancelDeletion({ db }: Pick<Deps, "db">, { user }: Session): Promise<void> {
  await deletion.setDeletesAt(db, user.id, null);
}

type Parts = Pick<Deps, "config" | "db" | "clock" | "log" | "broadcast" | "mailer" | "purge">;

/** Milliseconds between two parts, in which other writes go first. */
const pause = 5;

interface Ending {
  /** Whether only if its time has come, and it was not taken back meanwhile. */
  onlyIfDue?: boolean;
  stopped?: AbortSignal;
}

/**
 * Deletes an account at once: everywhere they are signed out, their messages stay without a name. Then, in small parts,
 * their groups are handed over, and what they had for themselves is deleted; what a crash interrupts, the next sweep ends.
 */
export async function deleteAccount(
  deps: Parts,
  userId: string,
  { onlyIfDue = false, stopped }: Ending = {},
): Promise<void> {
  const { config, db, clock, log, broadcast, mailer, purge } = deps;
  const owner = await deletion.findOwner(db, userId);
  if (owner) {
    const { email, name } = owner;
    const mail = mailer.rowOf({ to: email, ...deletedMail({ site: config.site, name }) });
    const closed = await deletion.closeAccount(db, userId, { now: clock(), email, mail, onlyIfDue })
      .catch(endUserOnFailure(deps, userId));
    if (!closed) return;
    // Whom a restored backup brings back is found by it.
    log.info({ userId }, "account deleted");
    broadcast.endUser(userId);
    purge.filesReleased();
    mailer.wake();
  }
  while (!stopped?.aborted && await leaveGroups(deps, userId)) await delay(pause);
  while (!stopped?.aborted && await deletion.deletePartOfPerson(db, userId)) await delay(pause);
  purge.removeTraces();
}

/** A part of them. @returns whether there may be more */
async function leaveGroups(deps: Parts, userId: string): Promise<boolean> {
  const { db, broadcast, purge } = deps;
  const left = await deletion.leaveGroups(db, userId);
  if (!left) return false;
  for (const groupId of left.groupIds) broadcast.evict(groupId, userId);
  for (const groupId of left.emptied) purge.groupDeleted(groupId);
  for (const groupId of left.handedOver) await sendGroupChanged(deps, groupId);
  return true;
}

/** Deletes the accounts whose time has come. One that cannot be deleted now is left for the next time. */
export async function sweepDeletions(deps: Parts, stopped: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  for (const userId of await deletion.listDueDeletions(db, clock())) {
    if (stopped.aborted) return;
    try {
      await deleteAccount(deps, userId, { onlyIfDue: true, stopped });
    } catch (err) {
      log.error({ err, userId }, "account could not be deleted");
    }
  }
}
