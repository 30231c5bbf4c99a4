import { z } from "zod";
import { inviteByMail, withdrawInvitation } from "../../../../server/actions/groups/invitations.ts";
import { MailInvitationsForm } from "../../../../server/contract/groups/invitations.ts";
import { inviteTexts as words } from "../../../../server/contract/groups/texts.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { showAbout } from "./page.tsx";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";

export const mailInvites = router();

mailInvites.get("/group/:id/about/mail-invites", (c) => c.redirect(groupPaths.aboutGroup(c.req.param("id")), 303));

mailInvites.post("/group/:id/about/mail-invites", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const fields = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: MailInvitationsForm, fields },
    ({ emails }) => inviteByMail(c.var.deps, c.var.user, { groupId, emails }),
  );
  if (!outcome.ok) return showAbout(c, groupId, { section: "mail-invites", fields, refusal: outcome });
  const to = `${groupPaths.aboutGroup(groupId)}#mail-invites`;
  return flashAndRedirect(c, outcome, { success: words.sent(outcome.value), to });
});

mailInvites.post("/group/:id/about/mail-invites/:invitationId/withdraw", signedInPage, async (c) => {
  const { id: groupId, invitationId: id } = c.req.param();
  const withdraw = () => withdrawInvitation(c.var.deps, c.var.user, { groupId, id });
  const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, withdraw);
  return flashAndRedirect(c, outcome, {
    success: words.withdrawn,
    to: `${groupPaths.aboutGroup(groupId)}#mail-invites`,
  });
});
