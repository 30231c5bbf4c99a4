import * as groups from "../../../db/groups/groups.ts";
import { assertOrganizer } from "./organizers.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { stepsTexts } from "../../contract/groups/texts.ts";
import { operation } from "../../operation.ts";

export const hideSteps = operation({
  call: "DELETE /groups/:id/steps",
  summary: "Hides the first steps of a group from its organizers; an organizer or the creator",
  access: "organizer",
  says: stepsTexts.hidden,
  fails: { 403: ["not_organizer"], 404: ["group_not_found"] },
  form: { path: "/group/:id/steps/hide", to: ({ params }) => groupPaths.group(params.id) },
  async run({ deps: { db, clock }, user, params: { id } }) {
    if (!await groups.hideSteps(db, user.id, id, clock())) await assertOrganizer(db, user, { groupId: id });
  },
});
