import { clearVerifyBy, removeUnverified } from "../../db/unverified.ts";
import * as constants from "../contract/constants.ts";
import type { Deps } from "../deps.ts";

/**
 * Removes the accounts that were not verified in time, part by part, so that others write in between. Where no
 * verification is asked for, whoever waits for it may use the account and keeps it, also once it is asked for again.
 */
export async function sweepUnverified({ config, db, clock, log }: Deps, stopped: AbortSignal): Promise<void> {
  const { part } = constants.unverified;
  const sweep = () => config.requireEmailVerification ? removeUnverified(db, clock(), part) : clearVerifyBy(db, part);
  let accounts = 0;
  for (let done = part; done === part && !stopped.aborted;) accounts += done = await sweep();
  if (accounts > 0 && config.requireEmailVerification) log.info({ accounts }, "unverified accounts removed");
}
