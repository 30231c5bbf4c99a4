/** The page of a mailed invitation, and what its forms and those on the dashboard post to. */
import { z } from "zod";
import { Button } from "../../../islands/ui/Button.tsx";
import { acceptInvitation, declineInvitation, readInvitation } from "../../../server/actions/groups/invitations.ts";
import { inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { flashAndRedirect, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { mountInvitation, refusedInvitation } from "../../layout/Invitation.tsx";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";

export const invitations = router();

mountInvitation(invitations, {
  path: "/invitations/:token",
  joinPath: "/invitations/:token/accept",
  read: (c, token) => readInvitation(c.var.deps, token, c.var),
  async enter(c, token) {
    await c.var.deps.limiter.take("join", c.var.address);
    return await acceptInvitation(c.var.deps, c.var.session!.user, { token });
  },
  others: (token) => <Decline token={token} />,
});

const Decline = ({ token }: { token: string }) => (
  <div className="join-decline">
    <form method="post" action={groupPaths.answerByMail(token, "decline")}>
      <Button type="submit">{words.decline}</Button>
    </form>
    <form method="post" action={groupPaths.answerByMail(token, "never")}>
      <Button type="submit">{words.never}</Button>
    </form>
  </div>
);

for (const answer of ["decline", "never"] as const) {
  const never = answer === "never";
  const success = never ? words.neverAgain : words.declined;

  invitations.post(`/invitations/:token/${answer}`, async (c) => {
    try {
      await c.var.deps.limiter.take("join", c.var.address);
      await declineInvitation(c.var.deps, undefined, { token: c.req.param("token") }, { never });
      setFlash(c, "success", success);
      return c.redirect(sitePaths.home, 303);
    } catch (error) {
      return refusedInvitation(c, error);
    }
  });

  invitations.post(`/dashboard/invitations/:id/${answer}`, signedInPage, async (c) => {
    const decline = (id: string) => declineInvitation(c.var.deps, c.var.user, { id }, { never });
    const outcome = await runFormAction(c, { schema: z.string(), fields: c.req.param("id") }, decline);
    return flashAndRedirect(c, outcome, { success, to: sitePaths.dashboard });
  });
}

invitations.post("/dashboard/invitations/:id/accept", signedInPage, async (c) => {
  const accept = (id: string) => acceptInvitation(c.var.deps, c.var.user, { id });
  const outcome = await runFormAction(c, { schema: z.string(), fields: c.req.param("id") }, accept);
  return flashAndRedirect(c, outcome, {
    success: outcome.ok ? words.joined(outcome.value.groupName) : "",
    to: outcome.ok ? groupPaths.group(outcome.value.id) : sitePaths.dashboard,
  });
});

// Whoever answered with an ended session gets here once they have logged in.
invitations.get("/dashboard/invitations/:id/:answer", (c) => c.redirect(sitePaths.dashboard, 303));
