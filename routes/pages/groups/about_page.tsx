import { listSentInvitations } from "../../../db/groups/invitations.ts";
import { Field, fieldOf, TextArea } from "../../../islands/forms/Field.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { updateGroup } from "../../../server/actions/groups/groups.ts";
import { inviteByMail, withdrawInvitation } from "../../../server/actions/groups/invitations.ts";
import { createInviteLink, listInviteLinks, revokeInviteLink } from "../../../server/actions/groups/invite_links.ts";
import { undoChange } from "../../../server/actions/books/removal.ts";
import { agreeToOverview, saveSettings, sharePages } from "../../../server/actions/groups/settings.ts";
import { setRole } from "../../../server/actions/groups/roles.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { InviteLink } from "../../../server/contract/groups/shapes.ts";
import { aboutTexts, groupsTexts, inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { type FormDoor, mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import { qrCode } from "../../../server/media/pictures.ts";
import { askCard } from "./ask_card.tsx";
import { readMemberPage } from "./member_pages.ts";
import { booksSection, changesSection, ownSection, settingsSection } from "./settings_section.tsx";
import { type C, failures, page, toDashboard } from "../../layout/page.tsx";
import { type FailedSection, LinkRow, PostButton, QrCode, showSections, Submit } from "../../layout/parts.tsx";
import {
  type AboutSection,
  deleteSection,
  leaveSection,
  membersSection,
  notificationsSection,
  reportSection,
  whatSection,
} from "./about_sections.tsx";

const { days, uses } = groupsLimits.invites;

const inviteLinksSection: AboutSection = {
  id: "invites",
  title: words.title,
  async content({ c, group }, failed) {
    if (group.role === "member") return null;
    const links = await listInviteLinks(c.var.deps, c.var.user, group.id);
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        <p className="muted">{words.hint}</p>
        {links.length > 0 && (
          <ul className="lined-list">
            {links.map((link) => (
              <li key={link.id}>
                <div>
                  <p>{`${words.uses(link.uses, link.maxUses)}, ${words.until(format.day(link.expiresAt))}`}</p>
                  <p className="muted">{words.madeBy(link.madeBy)}</p>
                </div>
                <PostButton action={groupPaths.revokeInviteLink(group.id, link.id)}>{words.revoke}</PostButton>
              </li>
            ))}
          </ul>
        )}
        <form method="post" action={groupPaths.inviteLinks(group.id)} className="about-invite-form">
          <Field
            label={words.days}
            type="number"
            min={1}
            max={days.max}
            defaultValue={failed?.sent.days ?? days.usual}
            required
            hint={words.daysHint}
            {...fieldOf("days", failed?.refusal.issues)}
          />
          <Field
            label={words.maxUses}
            type="number"
            min={1}
            max={uses}
            defaultValue={failed?.sent.maxUses}
            hint={words.maxUsesHint}
            {...fieldOf("maxUses", failed?.refusal.issues)}
          />
          <Submit icon="link">{words.create}</Submit>
        </form>
      </>
    );
  },
};

const invitationsSection: AboutSection = {
  id: "mail-invites",
  title: words.mailTitle,
  async content({ c, group }, failed) {
    if (group.role === "member") return null;
    const { db, clock } = c.var.deps;
    const before = c.req.query("invitedBefore");
    const found = await listSentInvitations(db, c.var.user.id, { groupId: group.id, before }, clock());
    const waiting = found.slice(0, groupsLimits.invitations.listed);
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        <p className="muted">{words.mailHint}</p>
        <form method="post" action={groupPaths.invitations(group.id)} className="stack">
          <TextArea
            label={words.addresses}
            id="invite-emails"
            name="emails"
            rows={4}
            required
            autoFocus={failed !== undefined}
            defaultValue={failed?.sent.emails}
            error={failed?.refusal.issues?.[0]?.message}
            hint={words.addressesHint}
          />
          <Submit icon="mail">{words.send}</Submit>
        </form>
        {waiting.length > 0 && (
          <>
            <h3>{words.waiting}</h3>
            <ul className="lined-list">
              {waiting.map(({ id, email, createdAt }) => (
                <li key={id}>
                  <div>
                    <p className="about-link">{email}</p>
                    <p className="muted">{words.invitedOn(format.day(createdAt))}</p>
                  </div>
                  <PostButton
                    action={groupPaths.withdrawInvitation(group.id, id)}
                    aria-label={`${words.withdraw}: ${email}`}
                  >
                    {words.withdraw}
                  </PostButton>
                </li>
              ))}
            </ul>
            {found.length > waiting.length && (
              <LinkRow href={groupPaths.invitedBefore(group.id, waiting.at(-1)!.id)}>{words.moreWaiting}</LinkRow>
            )}
          </>
        )}
      </>
    );
  },
};

export const aboutPage = router();

const sections: AboutSection[] = [
  whatSection,
  membersSection,
  inviteLinksSection,
  invitationsSection,
  notificationsSection,
  ownSection,
  settingsSection,
  changesSection,
  booksSection,
  reportSection,
  leaveSection,
  deleteSection,
];

aboutPage.get("/group/:id/about", signedInPage, (c) => showAbout(c, c.req.param("id")));

async function showAbout(c: C, groupId: string, failed?: FailedSection): Promise<Response> {
  const read = await readMemberPage(c, groupId, c.req.query("member"));
  if (!read) return toDashboard(c, groupsTexts.loadDetailsFailed);
  const [ask, shown] = await Promise.all([
    askCard(c, { groupId }),
    showSections(c, sections, { subject: { c, ...read }, failed, loadFailed: aboutTexts.loadFailed }),
  ]);
  const { group } = read;
  return page(c, {
    title: `${aboutTexts.title}: ${group.groupName}`,
    description: aboutTexts.description,
    styles: ["about-page", ...ask.styles],
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
        {ask.card}
        {shown}
      </div>
    ),
  });
}

const showIn = (section: string): FormDoor["refused"] => (c, refusal, { fields }) =>
  showAbout(c, c.req.param("id")!, { section, sent: fields, refusal });

mountForm(aboutPage, updateGroup, { refused: showIn("what") });
mountForm(aboutPage, saveSettings, { refused: showIn("settings") });
mountForms(aboutPage, [sharePages, agreeToOverview, undoChange]);
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
