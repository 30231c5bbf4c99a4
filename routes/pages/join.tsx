/** The page of an invite link: the group that it leads to, and the way into it. */
import { isMember } from "../../db/groups.ts";
import { joinByInvite, readInvite } from "../../server/actions/invites.ts";
import { inviteTexts as words } from "../../server/contract/invite_texts.ts";
import { formPaths } from "../../server/contract/form_paths.ts";
import { paths, withNext } from "../../server/contract/paths.ts";
import { setFlash } from "../../server/http/flash.ts";
import { readForm } from "../../server/http/form.ts";
import { forgetJoining, rememberJoining, wantsToJoin } from "../../server/http/joining.ts";
import { type Ctx, router } from "../../server/http/router.ts";
import { invitationPage, refusedInvitation } from "../layout/Invitation.tsx";
import { page } from "../layout/page.tsx";

export const join = router();

async function enter(c: Ctx, token: string) {
  const { deps, session, address } = c.var;
  const group = await joinByInvite(deps, session!.user, token, { address });
  forgetJoining(c);
  setFlash(c, "success", words.joined(group.groupName));
  return c.redirect(paths.group(group.id), 303);
}

join.get("/join/:token", async (c) => {
  const { deps, session } = c.var;
  const token = c.req.param("token");
  try {
    // They have pressed the button here before they signed in.
    if (session && wantsToJoin(c, token)) return await enter(c, token);
    const invite = await readInvite(deps, token, c.var);
    if (session && await isMember(deps.db, session.user.id, invite.groupId)) {
      return c.redirect(paths.group(invite.groupId), 303);
    }
    return await page(c, invitationPage(invite, { isVisitor: !session }));
  } catch (error) {
    return refusedInvitation(c, error);
  }
});

join.post("/join/:token", async (c) => {
  const token = c.req.param("token");
  try {
    if (c.var.session) return await enter(c, token);
    const { by } = await readForm(c);
    await readInvite(c.var.deps, token, c.var);
    rememberJoining(c, token);
    return c.redirect(withNext(by === "login" ? paths.login : paths.register, formPaths.join(token)), 303);
  } catch (error) {
    return refusedInvitation(c, error);
  }
});
