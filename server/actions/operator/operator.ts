/** What operators do. Each act is stored in the audit log, in the write that does it where one write does it. */
import * as operators from "../../../db/operator/people.ts";
import * as reports from "../../../db/people/reports.ts";
import * as operatorLimits from "../../contract/operator/limits.ts";
import { v7 as uuid } from "uuid";
import type { NewAuditRow } from "../../../db/operator/audit.ts";
import { findOwner } from "../../../db/account/deletion.ts";
import { endUserOnFailure, type Session } from "../../auth/sessions.ts";
import type { NewAnnouncement, ReportDecided } from "../../contract/operator/operators.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, found, NotFound } from "../../errors.ts";
import { groupRemovedMail } from "../../mail/credential_mails.tsx";
import { deleteGroup } from "../groups/groups.ts";
import { removeMessage as removeFromChat } from "../chat/edits.ts";
import { notifyOfReport } from "../notices/notices.ts";
import { deleteAccount } from "../account/deletion.ts";
import { mailOwner } from "../account/owner_mail.ts";
import { assertRecentlyAuthenticated, type Proof } from "../account/reauthentication.ts";
import { endTwoStepOf } from "../account/two_step.ts";
import { operatorPaths } from "../../contract/operator/paths.ts";
import { noticePaths } from "../../contract/notices/paths.ts";

/** Who acts: an operator, or a task of the machine's own. */
export type Actor = Pick<User, "email">;

/** A row of the audit log, for the write that does it. */
const act = (
  { clock }: Pick<Deps, "clock">,
  actor: Actor,
  row: Pick<NewAuditRow, "act" | "subject" | "subjectId" | "detail">,
): NewAuditRow => ({ id: uuid(), at: clock(), operator: actor.email, ...row });

type Parts = Pick<Deps, "config" | "db" | "clock" | "broadcast">;

/** Somebody whom an operator may act on. @throws NotFound, Conflict for an operator */
async function findSubject({ config, db }: Pick<Deps, "config" | "db">, id: string): Promise<operators.Person> {
  const person = found(await operators.findPerson(db, id), personNotFound);
  if (person.verified && config.operators.includes(person.email)) {
    throw new Conflict(operatorTexts.notOperators, "is_operator");
  }
  return person;
}

const personNotFound = () => new NotFound(operatorTexts.personNotFound, "user_not_found");
const nameOf = ({ username, email }: operators.Person) => `${username} <${email}>`;

/**
 * Disables an account, whose sessions end at once, or enables it.
 *
 * @throws NotFound; Conflict for an operator, or where it is so already
 */
export async function setDisabled(
  deps: Parts,
  actor: Actor,
  { id, disabled, detail }: { id: string; disabled: boolean; detail?: string },
): Promise<void> {
  const { db, broadcast } = deps;
  const person = await findSubject(deps, id);
  const row = act(deps, actor, {
    act: disabled ? "disable" : "enable",
    subject: nameOf(person),
    subjectId: id,
    detail,
  });
  const hasChanged = await (disabled ? operators.disablePerson : operators.enablePerson)(db, id, row)
    .catch(endUserOnFailure(deps, id));
  if (disabled) broadcast.endUser(id);
  if (!hasChanged) {
    throw new Conflict(disabled ? operatorTexts.alreadyDisabled : operatorTexts.alreadyEnabled, "already_so");
  }
}

/** Ends all sessions of somebody. @throws NotFound, Conflict for an operator */
export async function endSessions(deps: Parts, actor: Actor, id: string): Promise<void> {
  const person = await findSubject(deps, id);
  await operators.endSessionsOf(
    deps.db,
    id,
    act(deps, actor, {
      act: "end sessions",
      subject: nameOf(person),
      subjectId: id,
    }),
  ).catch(endUserOnFailure(deps, id));
  deps.broadcast.endUser(id);
}

/** Deletes an account at once. @throws NotFound, Conflict for an operator */
export async function removePerson(
  deps: Parts & Pick<Deps, "log" | "mailer" | "purge">,
  actor: Actor,
  id: string,
): Promise<void> {
  const person = await findSubject(deps, id);
  // First: an account that is gone without a word of who did it would be worse than a word too many.
  await operators.insertAudit(deps.db, act(deps, actor, { act: "delete", subject: nameOf(person), subjectId: id }));
  await deleteAccount(deps, id);
}

/**
 * The same for somebody at a browser: since nothing brings the account back, they prove who they are unless they signed
 * in just now.
 *
 * @throws as `removePerson`; Forbidden where they signed in a while ago and gave no password, BadRequest for a wrong
 * one, TooMany
 */
export async function removePersonProven(
  deps: Deps,
  session: Session,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  await assertRecentlyAuthenticated(deps, session, proof);
  await removePerson(deps, session.user, id);
}

/**
 * Turns off the two-step codes of somebody who has lost their app and their recovery codes, and tells them by mail. Who
 * does it proves who they are, as for a deletion: a password alone opens that account afterwards.
 *
 * @throws NotFound; Conflict for an operator, or where the codes are not on; as `removePersonProven`
 */
export async function turnOffTwoStep(
  deps: Deps,
  session: Session,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  await assertRecentlyAuthenticated(deps, session, proof);
  const person = await findSubject(deps, id);
  const row = act(deps, session.user, { act: "turn off two-step codes", subject: nameOf(person), subjectId: id });
  await endTwoStepOf(deps, { ...person, name: person.fullName ?? person.username }, row);
}

/** Records that everything of somebody, an operator too, is given out. @throws NotFound */
export async function recordExport(deps: Pick<Deps, "db" | "clock">, actor: Actor, id: string): Promise<void> {
  const person = found(await operators.findPerson(deps.db, id), personNotFound);
  await operators.insertAudit(deps.db, act(deps, actor, { act: "export", subject: nameOf(person), subjectId: id }));
}

/** Deletes a group for everyone, and tells whose it was by mail. @throws NotFound */
export async function removeGroup(deps: Deps, actor: Actor, id: string, detail?: string): Promise<void> {
  const { db } = deps;
  const group = found(await operators.findGroupCreator(db, id), groupNotFound);
  const creator = await findOwner(db, group.createdBy);
  await operators.insertAudit(
    db,
    act(deps, actor, { act: "delete group", subject: group.groupName, subjectId: id, detail }),
  );
  await deleteGroup(deps, { id: group.createdBy }, id);
  if (creator) await mailOwner(deps, creator, (owner) => groupRemovedMail({ ...owner, groupName: group.groupName }));
}

/** The same for somebody at a browser, as `removePersonProven`. */
export async function removeGroupProven(
  deps: Deps,
  session: Session,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  await assertRecentlyAuthenticated(deps, session, proof);
  await removeGroup(deps, session.user, id);
}

const groupNotFound = () => new NotFound(operatorTexts.groupNotFound, "group_not_found");

/**
 * Does what is decided about a report, stores the decision, and tells who has reported. In this order: what fails or
 * breaks off leaves a report that waits, and can be decided again.
 *
 * @throws NotFound; BadRequest where a profile is to be removed; Conflict where it is decided already, or about an
 * operator; where a group is removed, as `removePersonProven`
 */
export async function decideReport(
  deps: Deps,
  session: Session,
  { id, decision, note, ...proof }: ReportDecided & Proof & { id: string },
): Promise<void> {
  const { db } = deps;
  const actor = session.user;
  const report = found(await reports.findReport(db, id), reportNotFound);
  if (report.decidedAt) throw alreadyDecided();
  if (decision === "removed" && report.kind === "profile") {
    throw new BadRequest(operatorTexts.notRemovable, "not_removable");
  }
  if (decision === "disabled") await findSubject(deps, report.userId ?? "");
  if (decision === "removed" && report.kind === "group") await assertRecentlyAuthenticated(deps, session, proof);
  const row = act(deps, actor, {
    act: `report: ${decision}`,
    subject: subjectOf(report),
    subjectId: id,
    detail: note,
  });
  await carryOut(deps, actor, report, decision);
  if (!await reports.decideReport(db, id, { decision, note, audit: row })) throw alreadyDecided();
  if (report.reporterId) {
    const answer = operatorTexts.reportAnswered(operatorTexts.outcomes[decision]);
    await notifyOfReport(deps, {
      userIds: [report.reporterId],
      text: note ? `${answer} ${note}` : answer,
      url: noticePaths.notices,
      subject: `decided ${id}`,
    });
  }
}

/** What a report is about, without the words of a message: nothing is ever deleted from the audit log. */
const subjectOf = ({ kind, about, snapshot }: reports.Report): string =>
  kind === "message" ? `message of ${about ?? operatorTexts.gone}` : snapshot.title.slice(0, 200) || kind;

const reportNotFound = () => new NotFound(operatorTexts.reportNotFound, "report_not_found");
const alreadyDecided = () => new Conflict(operatorTexts.alreadyDecided, "already_decided");

/** What was reported may be gone meanwhile, and the account disabled: then there is nothing to do. */
async function carryOut(deps: Deps, actor: Actor, report: reports.Report, decision: ReportDecided["decision"]) {
  const { kind, subjectId, groupId, userId } = report;
  const work = async () => {
    if (decision === "disabled") await setDisabled(deps, actor, { id: userId!, disabled: true, detail: report.reason });
    else if (decision === "removed" && kind === "group") await removeGroup(deps, actor, subjectId, report.reason);
    else if (decision === "removed" && groupId) await removeMessage(deps, actor, { ...report, groupId });
  };
  await work().catch((error) => {
    if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
  });
}

/** As the group's creator would delete it. */
async function removeMessage(
  deps: Deps,
  actor: Actor,
  report: reports.Report & { groupId: string },
): Promise<void> {
  const { groupId, subjectId: id, reason } = report;
  const { createdBy } = found(await operators.findGroupCreator(deps.db, groupId), groupNotFound);
  await operators.insertAudit(
    deps.db,
    act(deps, actor, { act: "delete message", subject: subjectOf(report), subjectId: id, detail: reason }),
  );
  await removeFromChat(deps, createdBy, { groupId, id });
}

/** Tells the operators with an account that there is a new report. Never throws. */
export async function notifyOperators(deps: Deps, reportId: string): Promise<void> {
  const { config, db, log } = deps;
  try {
    const people = await Promise.all(config.operators.map((email) => operators.findPersonByEmail(db, email)));
    const userIds = people.flatMap((person) => person?.verified ? [person.id] : []);
    const url = operatorPaths.operatorTab("reports");
    await notifyOfReport(deps, { userIds, text: operatorTexts.newReport, url, subject: reportId });
  } catch (err) {
    log.error({ err }, "operators could not be notified");
  }
}

/** Tries a mail that waits at once. @throws NotFound where it is sent, dropped or given up */
export async function retryMail(deps: Parts & Pick<Deps, "mailer">, actor: Actor, id: string): Promise<void> {
  const subject = found(await operators.findRecipient(deps.db, id), mailGone);
  const row = act(deps, actor, { act: "retry mail", subject, subjectId: id });
  if (!await operators.retryMail(deps.db, id, row)) throw mailGone();
  deps.mailer.wake();
}

/** Drops a mail that waits or was given up. @throws NotFound */
export async function dropMail(deps: Parts, actor: Actor, id: string): Promise<void> {
  const subject = found(await operators.findRecipient(deps.db, id), mailGone);
  const row = act(deps, actor, { act: "drop mail", subject, subjectId: id });
  if (!await operators.dropMail(deps.db, id, row)) throw mailGone();
}

const mailGone = () => new NotFound(operatorTexts.mailGone, "mail_not_found");

/** Shows a text on top of every page until it ends. @throws BadRequest for an end in the past or too far away */
export async function announce(
  deps: Parts & Pick<Deps, "announcement">,
  actor: Actor,
  { text, endsAt }: NewAnnouncement,
): Promise<void> {
  const lasts = endsAt - deps.clock();
  if (lasts <= 0 || lasts > operatorLimits.operator.hours * 3600_000) {
    throw new BadRequest(operatorTexts.invalidEnd, "invalid_input");
  }
  await operators.saveAnnouncement(deps.db, { text, endsAt }, act(deps, actor, { act: "announce", subject: text }));
  deps.announcement.changed();
}

/** Takes it down. @throws NotFound where there is none */
export async function withdrawAnnouncement(deps: Parts & Pick<Deps, "announcement">, actor: Actor): Promise<void> {
  const row = act(deps, actor, { act: "withdraw announcement", subject: "" });
  if (!await operators.deleteAnnouncement(deps.db, row)) {
    throw new NotFound(operatorTexts.noneShown, "no_announcement");
  }
  deps.announcement.changed();
}

const day = 24 * 3600_000;

/** How much of what happened on each of the last days, the earliest first; 0 where nothing did. */
export async function readNumbers({ db, clock }: Pick<Deps, "db" | "clock">, days: number) {
  const today = clock() - clock() % day;
  const all = Array.from({ length: days }, (_, n) => new Date(today - (days - 1 - n) * day).toISOString().slice(0, 10));
  const counted = await operators.listDayCounts(db, all[0]);
  const counts = new Map(counted.map(({ day, name, count }) => [`${day} ${name}`, count]));
  return all.map((day) => ({
    day,
    people: counts.get(`${day} people`) ?? 0,
    messages: counts.get(`${day} messages`) ?? 0,
    mails: counts.get(`${day} mails`) ?? 0,
    errors: counts.get(`${day} errors`) ?? 0,
  }));
}
