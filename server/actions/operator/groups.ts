import { findOwner } from "../../../db/account/deletion.ts";
import { findGroupCreator } from "../../../db/operator/people_and_groups.ts";
import { mailOwner } from "../account/owner_mail.ts";
import { assertRecentlyAuthenticated, reauthenticationFails } from "../account/reauthentication.ts";
import { deleteOwnGroup } from "../groups/groups.ts";
import { type Actor, recordAct } from "./audit.ts";
import { Reauthentication } from "../../contract/account/shapes.ts";
import { toOperatorTab } from "../../contract/operator/paths.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import type { Deps } from "../../deps.ts";
import { found, NotFound } from "../../errors.ts";
import { groupRemovedMail } from "../../mail/group_mails.tsx";
import { operation } from "../../operation.ts";

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
