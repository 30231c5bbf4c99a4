import { findGroupCreator, findPersonByEmail } from "../../../db/operator/people_and_groups.ts";
import * as reports from "../../../db/people/reports.ts";
import { assertRecentlyAuthenticated, reauthenticationFails } from "../account/reauthentication.ts";
import { removeMessage as removeFromChat } from "../chat/message_changes.ts";
import { notifyOfReport } from "../notices/people_notices.ts";
import { type Actor, auditOf, recordAct } from "./audit.ts";
import { findSubject, removeGroup, setDisabled } from "./people_and_groups.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import { operatorPaths } from "../../contract/operator/paths.ts";
import { type Report, ReportDecided } from "../../contract/operator/shapes.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import type { ReportDecision } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, found, messageNotFound, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

export const decideReport = operation({
  call: "PUT /operator/reports/:id",
  summary: "Decides a report, does what was decided, and tells who has reported; to remove a group, a session older " +
    "than ten minutes needs a proof",
  access: "operator",
  takes: ReportDecided,
  says: operatorTexts.reportDecided,
  fails: {
    ...reauthenticationFails,
    400: ["not_removable", ...reauthenticationFails[400]],
    404: ["report_not_found", "user_not_found"],
    409: ["already_decided", "is_operator"],
  },
  form: { path: "/operator/reports/:id/decide", to: () => operatorPaths.operatorTab("reports") },
  async run({ deps, session, user, params: { id }, caller }, { decision, note, ...proof }) {
    const report = found(await reports.findReport(deps.db, id), reportNotFound);
    if (report.decidedAt) throw alreadyDecided();
    if (decision === "removed" && !report.mayRemove) {
      throw new BadRequest(operatorTexts.notRemovable, "not_removable");
    }
    if (decision === "disabled") await findSubject(deps, report.userId ?? "");
    if (decision === "removed" && report.kind === "group") {
      await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    }
    const subject = subjectOf(report);
    const audit = auditOf(deps, user, { act: `report: ${decision}`, subject, subjectId: id, detail: note });
    // First: what fails or breaks off leaves a report that waits, and can be decided again.
    await enforce(deps, user, { report, decision });
    if (!await reports.decideReport(deps.db, id, { decision, note, audit })) throw alreadyDecided();
    const answer = operatorTexts.reportAnswered(operatorTexts.outcomes[decision]);
    await notifyOfReport(deps, {
      userIds: report.reporterId ? [report.reporterId] : [],
      text: note ? `${answer} ${note}` : answer,
      url: noticePaths.notices,
      subject: `decided ${id}`,
    });
  },
});

const reportNotFound = () => new NotFound(operatorTexts.reportNotFound, "report_not_found");
const alreadyDecided = () => new Conflict(operatorTexts.alreadyDecided, "already_decided");

/** What a report is about, without the words of a message: nothing is ever deleted from the audit log. */
const subjectOf = ({ kind, about, snapshot }: Report): string =>
  kind === "message" ? `message of ${about ?? operatorTexts.gone}` : snapshot.title.slice(0, 200) || kind;

async function enforce(deps: Deps, actor: Actor, { report, decision }: { report: Report; decision: ReportDecision }) {
  const { kind, subjectId, groupId, userId, reason: detail } = report;
  try {
    if (decision === "disabled") await setDisabled(deps, actor, { id: userId!, disabled: true, detail });
    else if (decision === "removed" && kind === "group") await removeGroup(deps, actor, { id: subjectId, detail });
    else if (decision === "removed" && groupId) await removeMessage(deps, actor, { ...report, groupId });
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
  }
}

async function removeMessage(deps: Deps, actor: Actor, report: Report & { groupId: string }): Promise<void> {
  const { groupId, subjectId: id, reason: detail } = report;
  const group = await findGroupCreator(deps.db, groupId);
  await recordAct(deps, actor, { act: "delete message", subject: subjectOf(report), subjectId: id, detail });
  // A conversation has no organizers: there it is removed in the name of its author.
  await removeFromChat(deps, found(group?.createdBy ?? report.userId ?? undefined, messageNotFound), { groupId, id });
}

/** Never throws. */
export async function notifyOperators(deps: Deps, reportId: string): Promise<void> {
  const { config, db, log } = deps;
  try {
    const people = await Promise.all(config.operators.map((email) => findPersonByEmail(db, email)));
    const named = people.flatMap((person) => person?.verified ? [person.id] : []);
    const userIds = [...new Set([...named, ...config.firstOperatorId ? [config.firstOperatorId] : []])];
    const url = operatorPaths.operatorTab("reports");
    await notifyOfReport(deps, { userIds, text: operatorTexts.newReport, url, subject: reportId });
  } catch (err) {
    log.error({ err }, "operators could not be notified");
  }
}
