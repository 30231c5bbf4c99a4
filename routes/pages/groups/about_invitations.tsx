import { listSentInvitations } from "../../../db/groups/invitations.ts";
import { Field, fieldOf, TextArea } from "../../../islands/forms/Field.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { listInviteLinks } from "../../../server/actions/groups/invite_links.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { LinkRow, PostButton, Submit } from "../../layout/parts.tsx";
import type { AboutSection } from "./about_sections.tsx";

const { days, uses } = groupsLimits.invites;

export const inviteLinksSection: AboutSection = {
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

export const invitationsSection: AboutSection = {
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
