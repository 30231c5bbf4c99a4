import { z } from "zod";
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { createInvite, revokeInvite } from "../../../../server/actions/groups/invite_links.ts";
import { aboutTexts, inviteTexts as words } from "../../../../server/contract/groups/texts.ts";
import { NewInviteForm } from "../../../../server/contract/groups/invites.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { noStore } from "../../../../server/http/headers.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { qrCode } from "../../../../server/media/qr.ts";
import { QrCode } from "../../../layout/QrCode.tsx";
import { page } from "../../../layout/page.tsx";
import { showAbout } from "./page.tsx";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";

export const invites = router();

invites.get("/group/:id/about/invites", (c) => c.redirect(groupPaths.aboutGroup(c.req.param("id")), 303));

invites.post("/group/:id/about/invites", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const fields = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NewInviteForm, fields },
    (invite) => createInvite(c.var.deps, c.var.user, { ...invite, groupId }),
  );
  if (!outcome.ok) return showAbout(c, groupId, { section: "invites", fields, refusal: outcome });
  const { url } = outcome.value;
  // The answer itself shows the link, which nobody can find out later.
  return page(c, {
    title: words.newLink,
    description: words.hint,
    width: "narrow",
    styles: ["about-page"],
    headers: noStore,
    body: (
      <div className="card stack">
        <h1>{words.newLink}</h1>
        <p>{words.created}</p>
        <p>
          <a className="about-link" href={url}>{url}</a>
        </p>
        <Button type="button" icon="link" data-copy={url} data-copied={words.copied} hidden>{words.copy}</Button>
        <QrCode svg={qrCode(url)} alt={words.qr} />
        <LinkButton href={groupPaths.aboutGroup(groupId)}>{aboutTexts.title}</LinkButton>
      </div>
    ),
  });
});

invites.post("/group/:id/about/invites/:inviteId/revoke", signedInPage, async (c) => {
  const { id: groupId, inviteId: id } = c.req.param();
  const revoke = () => revokeInvite(c.var.deps, c.var.user, { groupId, id });
  const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, revoke);
  return flashAndRedirect(c, outcome, { success: words.revoked, to: `${groupPaths.aboutGroup(groupId)}#invites` });
});
