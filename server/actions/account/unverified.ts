import * as accountLimits from "../../contract/account/limits.ts";
import { clearVerifyBy, removeUnverified } from "../../../db/account/unverified.ts";
import type { Deps } from "../../deps.ts";

/**
 * Removes the accounts that were not verified in time, a few in each commit, so that others can write in between. Where
 * no verification is required, unverified accounts are in use: they lose their deadline for good.
 */
export async function sweepUnverified(
  { config, db, clock, log }: Pick<Deps, "config" | "db" | "clock" | "log">,
  stopped: AbortSignal,
): Promise<void> {
  const { part } = accountLimits.unverified;
  const sweep = () => config.requireEmailVerification ? removeUnverified(db, clock(), part) : clearVerifyBy(db, part);
  let accounts = 0;
  for (let done = part; done === part && !stopped.aborted;) accounts += done = await sweep();
  if (accounts > 0 && config.requireEmailVerification) log.info({ accounts }, "unverified accounts removed");
}
