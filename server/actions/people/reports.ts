/** Reports to the operators. */
import { v7 as uuid } from "uuid";
import { insertReport } from "../../../db/people/reports.ts";
import type { NewReport } from "../../contract/people/reports.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { notifyOperators } from "../operator/operator.ts";
import { found, groupNotFound, messageNotFound, userNotFound } from "../../errors.ts";

/** The failure for what the reporter does not see. */
export const reportNotFound = { message: messageNotFound, profile: userNotFound, group: groupNotFound };

/**
 * Reports what the reporter sees, as it is now. The same once more, while the first waits, stores nothing.
 *
 * @throws NotFound, TooMany
 */
export async function report(
  deps: Deps,
  reporter: User,
  input: NewReport,
): Promise<void> {
  const { db, clock, limiter } = deps;
  await limiter.take("report", reporter.id);
  const reportId = uuid();
  const isNew = found(await insertReport(db, reporter.id, { ...input, reportId }, clock()), reportNotFound[input.kind]);
  if (isNew) await notifyOperators(deps, reportId);
}
