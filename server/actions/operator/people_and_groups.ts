import { findOwner } from "../../../db/account/deletion.ts";
import * as operators from "../../../db/operator/people_and_groups.ts";
import { findGroupCreator } from "../../../db/operator/people_and_groups.ts";
import { deleteAccount } from "../account/deletion.ts";
import { mailOwner } from "../account/owner_mail.ts";
import { assertRecentlyAuthenticated, reauthenticationFails } from "../account/reauthentication.ts";
import { endTwoStepOf } from "../account/two_step.ts";
import { deleteOwnGroup } from "../groups/groups.ts";
import { type Actor, auditOf, recordAct } from "./audit.ts";
import { isOperator } from "../../auth/operators.ts";
import { endUserOnFailure } from "../../auth/sessions.ts";
import { Reauthentication } from "../../contract/account/shapes.ts";
import { toOperatorTab } from "../../contract/operator/paths.ts";
import { type Person, PersonUpdate } from "../../contract/operator/shapes.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import type { Deps } from "../../deps.ts";
import { Conflict, found, NotFound } from "../../errors.ts";
import { groupRemovedMail } from "../../mail/group_mails.tsx";
import { operation } from "../../operation.ts";

const to = toOperatorTab("people");

export async function findSubject({ config, db }: Pick<Deps, "config" | "db">, id: string): Promise<Person> {
  const person = found(await operators.findPerson(db, id), personNotFound);
  if (isOperator(config, { ...person, emailVerified: person.verified })) {
    throw new Conflict(operatorTexts.notOperators, "is_operator");
  }
  return person;
}

const personNotFound = () => new NotFound(operatorTexts.personNotFound, "user_not_found");
const nameOf = ({ username, email }: Person) => email ? `${username} <${email}>` : username;

const subjectFails = { 404: ["user_not_found"], 409: ["is_operator"] };

/** @throws NotFound; Conflict for an operator, or where it is so already */
export async function setDisabled(
  deps: Pick<Deps, "config" | "db" | "clock" | "broadcast">,
  actor: Actor,
  { id, disabled, detail }: { id: string; disabled: boolean; detail?: string },
): Promise<void> {
  const { db, broadcast } = deps;
  const person = await findSubject(deps, id);
  const act = disabled ? "disable" : "enable";
  const audit = auditOf(deps, actor, { act, subject: nameOf(person), subjectId: id, detail });
  const hasChanged = await (disabled ? operators.disablePerson : operators.enablePerson)(db, id, audit)
    .catch(endUserOnFailure(deps, id));
  if (disabled) broadcast.endUser(id);
  if (!hasChanged) {
    throw new Conflict(disabled ? operatorTexts.alreadyDisabled : operatorTexts.alreadyEnabled, "already_so");
  }
}

export const updatePerson = operation({
  call: "PUT /operator/people/:id",
  summary: "Disables an account, whose sessions end, or enables it",
  access: "operator",
  takes: PersonUpdate,
  says: (_answer, _call, { disabled }) => disabled ? operatorTexts.disabled : operatorTexts.enabled,
  fails: { 404: ["user_not_found"], 409: ["is_operator", "already_so"] },
  form: [
    { path: "/operator/people/:id/disable", read: () => ({ disabled: true }), to },
    { path: "/operator/people/:id/enable", read: () => ({ disabled: false }), to },
  ],
  run: ({ deps, user, params }, { disabled }) => setDisabled(deps, user, { id: params.id, disabled }),
});

export const endPersonSessions = operation({
  call: "DELETE /operator/people/:id/sessions",
  summary: "Ends all sessions of an account",
  access: "operator",
  says: operatorTexts.sessionsEnded,
  fails: subjectFails,
  form: { path: "/operator/people/:id/end-sessions", to },
  async run({ deps, user, params: { id } }) {
    const person = await findSubject(deps, id);
    const audit = auditOf(deps, user, { act: "end sessions", subject: nameOf(person), subjectId: id });
    await operators.endSessionsOf(deps.db, id, audit).catch(endUserOnFailure(deps, id));
    deps.broadcast.endUser(id);
  },
});

export async function removePerson(
  deps: Pick<Deps, "config" | "db" | "clock" | "broadcast" | "log" | "mailer" | "purge">,
  actor: Actor,
  id: string,
): Promise<void> {
  const person = await findSubject(deps, id);
  await recordAct(deps, actor, { act: "delete", subject: nameOf(person), subjectId: id });
  await deleteAccount(deps, id);
}

export const deletePerson = operation({
  call: "DELETE /operator/people/:id",
  summary: "Deletes an account at once; a session older than ten minutes needs a proof",
  access: "operator",
  takes: Reauthentication,
  says: operatorTexts.removed,
  fails: { ...reauthenticationFails, ...subjectFails },
  form: { path: "/operator/people/:id/remove", to },
  async run({ deps, session, user, params, caller }, proof) {
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    await removePerson(deps, user, params.id);
  },
});

/** For an owner who has lost their app and their recovery codes: their password alone opens the account afterwards. */
export const turnOffPersonCodes = operation({
  call: "DELETE /operator/people/:id/totp",
  summary: "Turns off two-step codes; a session older than ten minutes needs a proof",
  access: "operator",
  takes: Reauthentication,
  says: operatorTexts.codesTurnedOff,
  fails: { ...reauthenticationFails, ...subjectFails, 409: ["is_operator", "two_step_off"] },
  form: { path: "/operator/people/:id/turn-off-codes", to },
  async run({ deps, session, user, params: { id }, caller }, proof) {
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    const person = await findSubject(deps, id);
    const audit = auditOf(deps, user, { act: "turn off two-step codes", subject: nameOf(person), subjectId: id });
    await endTwoStepOf(deps, { ...person, name: person.fullName ?? person.username }, audit);
  },
});

/** Records that everything of somebody, an operator too, is given out. @throws NotFound */
export async function recordExport(deps: Pick<Deps, "db" | "clock">, actor: Actor, id: string): Promise<void> {
  const person = found(await operators.findPerson(deps.db, id), personNotFound);
  await recordAct(deps, actor, { act: "export", subject: nameOf(person), subjectId: id });
}

export const findGroup = async ({ db }: Deps, id: string) =>
  found(await findGroupCreator(db, id), () => new NotFound(operatorTexts.groupNotFound, "group_not_found"));

export async function removeGroup(deps: Deps, actor: Actor, { id, detail }: { id: string; detail?: string }) {
  const { createdBy, groupName } = await findGroup(deps, id);
  const creator = await findOwner(deps.db, createdBy);
  await recordAct(deps, actor, { act: "delete group", subject: groupName, subjectId: id, detail });
  await deleteOwnGroup(deps, createdBy, id);
  if (creator) await mailOwner(deps, creator, (owner) => groupRemovedMail({ ...owner, groupName }));
}

export const deleteAnyGroup = operation({
  call: "DELETE /operator/groups/:id",
  summary: "Deletes a group for everyone; a session older than ten minutes needs a proof",
  access: "operator",
  takes: Reauthentication,
  says: operatorTexts.groupRemoved,
  fails: { ...reauthenticationFails, 404: ["group_not_found"] },
  form: { path: "/operator/groups/:id/remove", to: toOperatorTab("groups") },
  async run({ deps, session, user, params: { id }, caller }, proof) {
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    await removeGroup(deps, user, { id });
  },
});
