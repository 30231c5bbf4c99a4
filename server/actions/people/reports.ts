import { v7 as uuid } from "uuid";
import { insertReport } from "../../../db/people/reports.ts";
import { notifyOperators } from "../operator/reports.ts";
import { peoplePaths } from "../../contract/people/paths.ts";
import { NewReport } from "../../contract/people/shapes.ts";
import { reportTexts } from "../../contract/people/texts.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import { found, groupNotFound, messageNotFound, userNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

/** To the reporter, what they do not see is not there. */
const notFound = { message: messageNotFound, profile: userNotFound, group: groupNotFound };

/** A second report of it, while the first waits, stores nothing. */
export const sendReport = operation({
  call: "POST /reports",
  summary: "Reports a message, a profile or a group that the caller sees",
  access: "signedIn",
  takes: NewReport,
  status: 201,
  says: reportTexts.sent,
  limit: "report",
  fails: { 404: ["message_not_found", "user_not_found", "group_not_found"] },
  form: { path: peoplePaths.reports, to: () => sitePaths.dashboard },
  async run({ deps, user }, input) {
    const { db, clock } = deps;
    const reportId = uuid();
    const isNew = found(await insertReport(db, user.id, { ...input, reportId }, clock()), notFound[input.kind]);
    if (isNew) await notifyOperators(deps, reportId);
  },
});
