/** What the forms of *About this group* post to. */
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { updateGroup } from "../../../../server/actions/groups/groups.ts";
import { inviteByMail, withdrawInvitation } from "../../../../server/actions/groups/invitations.ts";
import { createInviteLink, revokeInviteLink } from "../../../../server/actions/groups/invite_links.ts";
import { setRole } from "../../../../server/actions/groups/roles.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import type { InviteLink } from "../../../../server/contract/groups/shapes.ts";
import { aboutTexts, inviteTexts as words } from "../../../../server/contract/groups/texts.ts";
import { type FormDoor, mountForm, mountForms } from "../../../../server/http/form_door.ts";
import { noStore } from "../../../../server/http/headers.ts";
import { router } from "../../../../server/http/router.ts";
import { qrCode } from "../../../../server/media/pictures.ts";
import { page } from "../../../layout/page.tsx";
import { QrCode } from "../../../layout/QrCode.tsx";
import { showAbout } from "./page.tsx";
import type { C } from "./section.ts";

export const aboutForms = router();

/** Shows the page again, with the form in its section as it was sent. */
const showIn = (section: string): FormDoor["refused"] => (c, refusal, { fields }) =>
  showAbout(c, c.req.param("id")!, { section, fields, refusal });

mountForm(aboutForms, updateGroup, { refused: showIn("what") });
mountForm(aboutForms, createInviteLink, {
  refused: showIn("invites"),
  done: (c, { invite }: { invite: InviteLink }) => showLink(c, invite.url!),
});
mountForm(aboutForms, inviteByMail, { refused: showIn("mail-invites") });
mountForms(aboutForms, [setRole, revokeInviteLink, withdrawInvitation]);

/** The answer itself shows the link, which nobody can find out later. */
const showLink = (c: C, url: string) =>
  page(c, {
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
        <LinkButton href={groupPaths.aboutGroup(c.req.param("id")!)}>{aboutTexts.title}</LinkButton>
      </div>
    ),
  });
