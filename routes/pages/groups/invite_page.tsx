import { findGroup } from "../../../db/groups/groups.ts";
import { listSentInvitations } from "../../../db/groups/invitations.ts";
import { Field, fieldOf, TextArea } from "../../../islands/forms/Field.tsx";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { inviteByMail, withdrawInvitation } from "../../../server/actions/groups/invitations.ts";
import { notOrganizer } from "../../../server/actions/groups/organizers.ts";
import { createInviteLink, listInviteLinks, revokeInviteLink } from "../../../server/actions/groups/invite_links.ts";
import { writtenCode } from "../../../server/contract/groups/invite_codes.ts";
import { addedPeopleTexts } from "../../../server/contract/account/texts.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { enterCodePath, invitePaths } from "../../../server/contract/groups/invite_paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { aboutTexts, groupsTexts, inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { type FormDoor, mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import { qrCode } from "../../../server/media/pictures.ts";
import { GroupHead } from "./group_head.tsx";
import { type C, failures, page, toDashboard, tryLoad } from "../../layout/page.tsx";
import {
  type FailedSection,
  LinkRow,
  PostButton,
  QrCode,
  type Section,
  showSections,
  Submit,
} from "../../layout/parts.tsx";

export const invitePage = router();

type Links = Awaited<ReturnType<typeof listInviteLinks>>;
type Invite = Links[number] & { code: string };

interface Shown {
  c: C;
  group: Group;
  links: Links;
  /** The one that is shown large. */
  invite?: Invite;
}

invitePage.get("/group/:id/invite", signedInPage, (c) => showInvite(c, c.req.param("id")));

async function showInvite(c: C, groupId: string, failed?: FailedSection): Promise<Response> {
  const { deps, user } = c.var;
  const group = await tryLoad(c, () => findGroup(deps.db, user.id, groupId, { most: 0 }));
  if (!group) return toDashboard(c, groupsTexts.loadDetailsFailed);
  if (group.kind !== "group") return c.redirect(groupPaths.group(groupId), 303);
  if (group.role === "member") throw notOrganizer();
  const links = await listInviteLinks(deps, user, groupId);
  const subject = { c, group, links, invite: chosen(links, c.req.query("code")) };
  const shown = await showSections(c, sections, { subject, failed, loadFailed: aboutTexts.loadFailed });
  return page(c, {
    title: `${words.pageTitle}: ${group.groupName}`,
    description: words.pageDescription,
    styles: ["invite-page"],
    headers: noStore,
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message),
    body: (
      <div className="invite stack">
        <GroupHead group={group} title={words.pageTitle} />
        <InviteCard {...subject} failed={failed?.section === "links" ? failed : undefined} />
        {shown}
      </div>
    ),
  });
}

/** Opening the page makes no invitation. */
function chosen(links: Links, id: string | undefined): Invite | undefined {
  const withCode = links.filter((link): link is Invite => link.code !== null);
  return withCode.find((link) => link.id === id) ?? withCode[0];
}

type CardProps = Pick<Shown, "c" | "group" | "invite"> & { failed?: FailedSection };

const InviteCard = ({ c, group, invite, failed }: CardProps) => (
  <section className="card invite-card" aria-labelledby="invite-title">
    <h2 id="invite-title" className="invite-group">
      <GroupImage group={group} size={40} />
      <span dir="auto">{group.groupName}</span>
    </h2>
    {invite ? <Invitation c={c} group={group} invite={invite} /> : <p className="muted">{words.none}</p>}
    <NewInvite group={group} isFirst={!invite} failed={failed} />
  </section>
);

function Invitation({ c, group, invite }: CardProps & { invite: Invite }) {
  const { publicUrl } = c.var.deps.config;
  const url = publicUrl + invitePaths.join(invite.code);
  return (
    <>
      <div className="invite-shown">
        <div className="invite-typed">
          <p>
            {words.goTo} <b className="invite-address">{withoutScheme(publicUrl + enterCodePath)}</b> {words.andEnter}
          </p>
          <p className="invite-code">
            <span aria-hidden="true">{writtenCode(invite.code)}</span>
            <span className="visually-hidden">{words.spelled(invite.code)}</span>
          </p>
          <p className="muted invite-facts">{factsOf(c, invite)}</p>
        </div>
        <QrCode svg={qrCode(url)} alt={words.qr} />
      </div>
      <div className="invite-actions">
        <Field
          label={words.orLink}
          name="link"
          readOnly
          defaultValue={url}
          after={
            <Button icon="link" data-copy={url} data-copied={words.copied} hidden>
              {words.copy}
            </Button>
          }
        />
        <div className="cluster">
          <Button icon="send" data-share={url} data-title={words.shareText(group.groupName)} hidden>
            {words.share}
          </Button>
          <Button icon="file" data-print="" hidden>{words.print}</Button>
        </div>
      </div>
    </>
  );
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, "");

function factsOf(c: C, { uses, maxUses, expiresAt }: Links[number]): string {
  // A date stays in one line.
  const day = timeFormatter(readerLocale(c)).day(expiresAt).replaceAll(" ", "\u00a0");
  return `${words.uses(uses, maxUses)} · ${words.until(day)}`;
}

const { days, uses } = groupsLimits.invites;

function NewInvite({ group, isFirst, failed }: { group: Group; isFirst: boolean; failed?: FailedSection }) {
  const issues = failed?.refusal.issues;
  return (
    <form method="post" action={invitePaths.inviteLinks(group.id)} className="invite-new">
      <Button type="submit" kind={isFirst ? "primary" : "quiet"} icon={isFirst ? "link" : "plus"}>
        {isFirst ? words.make : words.another}
      </Button>
      <details className="fold" open={issues !== undefined}>
        <summary>{words.choose}</summary>
        <div className="invite-choices">
          <Field
            label={words.days}
            type="number"
            min={1}
            max={days.max}
            defaultValue={failed?.sent.days ?? days.usual}
            hint={words.daysHint}
            {...fieldOf("days", issues)}
          />
          <Field
            label={words.maxUses}
            type="number"
            min={1}
            max={uses}
            defaultValue={failed?.sent.maxUses}
            hint={words.maxUsesHint}
            {...fieldOf("maxUses", issues)}
          />
        </div>
      </details>
    </form>
  );
}

type InviteSection = Section<Shown>;

const mailSection: InviteSection = {
  id: "mail",
  title: words.mailTitle,
  async content({ c, group }, failed) {
    const { db, clock } = c.var.deps;
    const before = c.req.query("invitedBefore");
    const found = await listSentInvitations(db, c.var.user.id, { groupId: group.id, before }, clock());
    const waiting = found.slice(0, groupsLimits.invitations.listed);
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        <p className="muted">
          {words.mailHint}
          {!c.var.deps.config.organizersAddPeople && ` ${addedPeopleTexts.askForCards}`}
        </p>
        <form method="post" action={invitePaths.invitations(group.id)} className="stack">
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
                    <p className="invite-email">{email}</p>
                    <p className="muted">{words.invitedOn(format.day(createdAt))}</p>
                  </div>
                  <PostButton
                    action={invitePaths.withdrawInvitation(group.id, id)}
                    aria-label={`${words.withdraw}: ${email}`}
                  >
                    {words.withdraw}
                  </PostButton>
                </li>
              ))}
            </ul>
            {found.length > waiting.length && (
              <LinkRow href={invitePaths.invitedBefore(group.id, waiting.at(-1)!.id)}>{words.moreWaiting}</LinkRow>
            )}
          </>
        )}
      </>
    );
  },
};

const linksSection: InviteSection = {
  id: "links",
  title: words.title,
  content: ({ c, group, links, invite }) =>
    links.length === 0 ? null : (
      <>
        <p className="muted">{words.hint}</p>
        <ul className="lined-list">
          {links.map((link) => (
            <li key={link.id}>
              <div>
                <p className={link.code ? "invite-row-code" : undefined}>
                  {link.code ? writtenCode(link.code) : words.withoutCode}
                </p>
                <p className="muted">{`${factsOf(c, link)} · ${words.madeBy(link.madeBy)}`}</p>
              </div>
              <div className="cluster">
                {link.code && link.id !== invite?.id && (
                  <LinkButton
                    href={invitePaths.inviteBy(group.id, link.id)}
                    aria-label={words.showCode(writtenCode(link.code))}
                  >
                    {words.show}
                  </LinkButton>
                )}
                <PostButton
                  action={invitePaths.revokeInviteLink(group.id, link.id)}
                  aria-label={link.code ? words.revokeCode(writtenCode(link.code)) : undefined}
                >
                  {words.revoke}
                </PostButton>
              </div>
            </li>
          ))}
        </ul>
      </>
    ),
};

const sections = [mailSection, linksSection];

const showIn = (section: string): FormDoor["refused"] => (c, refusal, { fields }) =>
  showInvite(c, c.req.param("id")!, { section, sent: fields, refusal });

mountForm(invitePage, createInviteLink, { refused: showIn("links") });
mountForm(invitePage, inviteByMail, { refused: showIn("mail") });
mountForms(invitePage, [revokeInviteLink, withdrawInvitation]);
