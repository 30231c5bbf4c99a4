import { setTimeout as delay } from "node:timers/promises";
import { findPasswordHash } from "../../../db/account/accounts.ts";
import * as deletion from "../../../db/account/deletion.ts";
import { mailOwner } from "./owner_mail.ts";
import { assertPassword } from "./passwords.ts";
import { assertRecentlyAuthenticated, reauthenticationFails } from "./reauthentication.ts";
import { sendGroupChanged } from "../groups/groups.ts";
import { endUserOnFailure } from "../../auth/sessions.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import { DeletionRequest } from "../../contract/account/shapes.ts";
import { deletionTexts } from "../../contract/account/texts.ts";
import { time } from "../../contract/site/shapes.ts";
import type { Deps } from "../../deps.ts";
import { found, userNotFound } from "../../errors.ts";
import { deletedMail, deletionMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";

const to = () => accountPaths.accountTab("data");

/** Asked for again, it is not put off. */
export const requestDeletion = operation({
  call: "POST /users/deletion",
  summary: "Asks for the deletion of the caller's account in seven days",
  access: "signedIn",
  takes: DeletionRequest,
  gives: { deletesAt: time },
  status: 202,
  fails: { ...reauthenticationFails, 404: ["user_not_found"] },
  form: { path: accountPaths.deleteAccount, says: deletionTexts.asked, to },
  async run({ deps, session, user, caller }, { password }) {
    const { config, db, clock } = deps;
    if (await findPasswordHash(db, user.id)) await assertPassword(deps, user, { password, caller });
    else await assertRecentlyAuthenticated(deps, session, { password, caller });
    const wasDueAt = await deletion.findDeletesAt(db, user.id);
    const due = await deletion.setDeletesAt(db, user.id, clock() + accountLimits.deletion.after) ?? undefined;
    const deletesAt = new Date(found(due, userNotFound)).toISOString();
    if (wasDueAt === null) {
      const url = config.publicUrl + accountPaths.accountTab("data");
      await mailOwner(deps, user, (owner) => deletionMail({ ...owner, day: deletesAt.slice(0, 10), url }));
    }
    return { deletesAt };
  },
});

export const cancelDeletion = operation({
  call: "DELETE /users/deletion",
  summary: "Takes the request for deletion back",
  access: "signedIn",
  says: deletionTexts.cancelled,
  form: { path: accountPaths.keepAccount, to },
  run: async ({ deps, user }) => void await deletion.setDeletesAt(deps.db, user.id, null),
});

type DeletionDeps = Pick<Deps, "config" | "db" | "clock" | "log" | "broadcast" | "mailer" | "purge">;

/** Milliseconds between two batches, in which other writes go first. */
const pause = 5;

interface DeletionOptions {
  /** Whether only if its time has come, and it was not taken back meanwhile. */
  onlyIfDue?: boolean;
  stopped?: AbortSignal;
}

/** Their messages stay without a name; the rest goes in small batches. What a crash interrupts, the next sweep ends. */
export async function deleteAccount(
  deps: DeletionDeps,
  userId: string,
  { onlyIfDue = false, stopped }: DeletionOptions = {},
): Promise<void> {
  const { config, db, clock, log, broadcast, mailer, purge } = deps;
  const owner = await deletion.findOwner(db, userId);
  if (owner) {
    const { email, name } = owner;
    const mail = email === null ? undefined : mailer.rowOf({ to: email, ...deletedMail({ site: config.site, name }) });
    const closed = await deletion.closeAccount(db, userId, { now: clock(), email, mail, onlyIfDue })
      .catch(endUserOnFailure(deps, userId));
    if (!closed) return;
    // People whom a restored backup brings back are found by it.
    log.info({ userId }, "account deleted");
    broadcast.endUser(userId);
    purge.filesReleased();
    mailer.wake();
  }
  while (!stopped?.aborted && await leaveGroups(deps, userId)) await delay(pause);
  while (!stopped?.aborted && await deletion.deleteBatchOfPerson(db, userId)) await delay(pause);
  purge.removeTraces();
}

async function leaveGroups(deps: DeletionDeps, userId: string): Promise<boolean> {
  const { db, broadcast, purge } = deps;
  const left = await deletion.leaveGroups(db, userId);
  if (!left) return false;
  for (const groupId of left.groupIds) broadcast.evict(groupId, userId);
  for (const groupId of left.emptied) purge.groupDeleted(groupId);
  for (const groupId of left.handedOver) await sendGroupChanged(deps, groupId);
  return true;
}

export async function sweepDeletions(deps: DeletionDeps, stopped: AbortSignal): Promise<void> {
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
