import type { z } from "zod";
import { addMember, removeMember } from "../../../server/actions/groups/groups.ts";
import { id } from "../../../server/contract/site/fields.ts";
import { NewMember } from "../../../server/contract/groups/groups.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { membersTexts } from "../../../server/contract/groups/texts.ts";

export const members = router();

members.get("/group/:id/members", (c) => {
  const query = new URLSearchParams({ tab: "members", ...c.req.query() });
  return c.redirect(`${groupPaths.group(c.req.param("id"))}?${query}`, 303);
});

members.post("/group/:id/members", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const add = ({ userId }: z.infer<typeof NewMember>) => addMember(c.var.deps, c.var.user, { groupId, userId });
  const outcome = await runFormAction(c, { schema: NewMember, fields: await readForm(c) }, add);
  return flashAndRedirect(c, outcome, { success: membersTexts.added, to: groupPaths.group(groupId, "members") });
});

members.get("/group/:id/members/:userId/remove", (c) => {
  const { id: groupId, userId } = c.req.param();
  return c.redirect(groupPaths.confirmRemoveMember(groupId, userId), 303);
});

members.post("/group/:id/members/:userId/remove", signedInPage, async (c) => {
  const { id: groupId, userId } = c.req.param();
  const isLeaving = userId === c.var.user.id;
  const remove = () => removeMember(c.var.deps, c.var.user, { groupId, userId });
  const outcome = await runFormAction(c, { schema: id, fields: userId }, remove);
  return flashAndRedirect(c, outcome, {
    success: isLeaving ? membersTexts.left : membersTexts.removed,
    to: isLeaving && outcome.ok ? sitePaths.dashboard : groupPaths.group(groupId, "members"),
  });
});
