import { findGroup } from "../../../db/groups/groups.ts";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { updateGroup } from "../../../server/actions/groups/groups.ts";
import { inviteByMail, withdrawInvitation } from "../../../server/actions/groups/invitations.ts";
import { createInviteLink, revokeInviteLink } from "../../../server/actions/groups/invite_links.ts";
import { setRole } from "../../../server/actions/groups/roles.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { InviteLink } from "../../../server/contract/groups/shapes.ts";
import { aboutTexts, groupsTexts, inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { type FormDoor, mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import { qrCode } from "../../../server/media/pictures.ts";
import { type C, failures, page, toDashboard, tryLoad } from "../../layout/page.tsx";
import { QrCode } from "../../layout/parts.tsx";
import { type FailedSection, showSections } from "../../layout/sections.tsx";
import { invitationsSection, inviteLinksSection } from "./about_invitations.tsx";
import {
  type AboutSection,
  deleteSection,
  leaveSection,
  membersSection,
  notificationsSection,
  reportSection,
  whatSection,
} from "./about_sections.tsx";

export const aboutPage = router();

const sections: AboutSection[] = [
  whatSection,
  membersSection,
  inviteLinksSection,
  invitationsSection,
  notificationsSection,
  reportSection,
  leaveSection,
  deleteSection,
];

aboutPage.get("/group/:id/about", signedInPage, (c) => showAbout(c, c.req.param("id")));

async function showAbout(c: C, groupId: string, failed?: FailedSection): Promise<Response> {
  const group = await tryLoad(c, () => findGroup(c.var.deps.db, c.var.user.id, groupId));
  if (!group) return toDashboard(c, groupsTexts.loadDetailsFailed);
  const shown = await showSections(c, sections, { subject: { c, group }, failed, loadFailed: aboutTexts.loadFailed });
  return page(c, {
    title: `${aboutTexts.title}: ${group.groupName}`,
    description: aboutTexts.description,
    styles: ["about-page"],
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message),
    body: (
      <div className="about stack">
        <header className="about-head">
          <a href={groupPaths.group(group.id)}>{aboutTexts.back}</a>
          <h1>
            {aboutTexts.title} <span className="visually-hidden">{group.groupName}</span>
          </h1>
        </header>
        {shown}
      </div>
    ),
  });
}

const showIn = (section: string): FormDoor["refused"] => (c, refusal, { fields }) =>
  showAbout(c, c.req.param("id")!, { section, sent: fields, refusal });

mountForm(aboutPage, updateGroup, { refused: showIn("what") });
mountForm(aboutPage, createInviteLink, {
  refused: showIn("invites"),
  done: (c, { invite }: { invite: InviteLink }) => showLink(c, invite.url!),
});
mountForm(aboutPage, inviteByMail, { refused: showIn("mail-invites") });
mountForms(aboutPage, [setRole, revokeInviteLink, withdrawInvitation]);

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
