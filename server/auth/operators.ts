import { findSecondStep, startOperatorTerm } from "../../db/operator/people_and_groups.ts";
import type { Session } from "./sessions.ts";
import * as operatorLimits from "../contract/operator/limits.ts";
import type { User } from "../contract/people/shapes.ts";
import type { Deps } from "../deps.ts";
import type { Config } from "../settings/settings.ts";

/** By their address, once it is verified, or because they set the site up by its link. */
export const isOperator = (
  { operators, firstOperatorId }: Pick<Config, "operators" | "firstOperatorId">,
  user: Pick<User, "id" | "email" | "emailVerified"> | undefined,
): boolean =>
  user !== undefined &&
  (user.id === firstOperatorId || user.emailVerified && user.email !== null && operators.includes(user.email));

/** Undefined where they have one (codes, or a login with a passkey), or need none. */
export async function secondStepDue(
  { config, db, clock }: Pick<Deps, "config" | "db" | "clock">,
  { hash, user }: Session,
): Promise<number | undefined> {
  if (!config.operatorsNeedTwoStep) return undefined;
  const found = await findSecondStep(db, hash);
  if (!found || found.hasOne) return undefined;
  // Where it cannot be stored, the next request tries again.
  if (found.operatesSince === null && user.email) await startOperatorTerm(db, [user.email], clock()).catch(() => {});
  return (found.operatesSince ?? clock()) + operatorLimits.setUp;
}
