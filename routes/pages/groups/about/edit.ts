/** What the forms of *About this group* post to. */
import type { z } from "zod";
import { setRole, updateGroup } from "../../../../server/actions/groups/groups.ts";
import { setNotify } from "../../../../server/actions/chat/read_marks.ts";
import {
  type GroupUpdate,
  GroupUpdate as Update,
  NotifySetting,
  RoleChange,
} from "../../../../server/contract/groups/groups.ts";
import { roleTexts } from "../../../../server/contract/groups/texts.ts";
import { callerOf } from "../../../../server/http/caller.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { showAbout } from "./page.tsx";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { chatServerTexts } from "../../../../server/contract/chat/texts.ts";

export const edit = router();

edit.get("/group/:id/about/edit", (c) => c.redirect(groupPaths.aboutGroup(c.req.param("id")), 303));

edit.post("/group/:id/about/edit", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const { removeImage, ...typed } = await readForm(c);
  const { image: file } = await c.req.parseBody();
  const image = file instanceof File && file.name ? file : removeImage ? "" : undefined;
  const save = (update: GroupUpdate) => updateGroup(c.var.deps, c.var.user, groupId, update);
  const outcome = await runFormAction(c, { schema: Update, fields: { ...typed, image } }, save);
  if (!outcome.ok) return await showAbout(c, groupId, { section: "what", fields: typed, refusal: outcome });
  return flashAndRedirect(c, outcome, { success: roleTexts.saved, to: groupPaths.aboutGroup(groupId) });
});

edit.get("/group/:id/about/members/:userId/role", (c) => {
  const { id, userId } = c.req.param();
  return c.redirect(groupPaths.aboutMember(id, userId), 303);
});

edit.post("/group/:id/about/members/:userId/role", signedInPage, async (c) => {
  const { id: groupId, userId } = c.req.param();
  const fields = await readForm(c);
  const change = async (change: z.infer<typeof RoleChange>) => {
    await setRole(c.var.deps, c.var.session, { ...change, groupId, userId, caller: callerOf(c) });
    return change.role;
  };
  const outcome = await runFormAction(c, { schema: RoleChange, fields }, change);
  const success = outcome.ok ? roleTexts.changed[outcome.value] : "";
  const isUnproven = !outcome.ok && ["password_needed", "invalid_password", "invalid_code"].includes(outcome.code);
  const to = isUnproven ? groupPaths.aboutMember(groupId, userId) : groupPaths.aboutGroup(groupId, "members");
  return flashAndRedirect(c, outcome, { success, to });
});
