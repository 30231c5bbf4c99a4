import * as groupsLimits from "../../../../server/contract/groups/limits.ts";
import { Field } from "../../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../../islands/forms/FieldFrame.tsx";
import { Button } from "../../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listInvites } from "../../../../server/actions/groups/invite_links.ts";
import { inviteTexts as words } from "../../../../server/contract/groups/texts.ts";
import { readerLocale } from "../../../../server/http/reader_locale.ts";
import type { AboutSection } from "./section.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";

const { days, uses } = groupsLimits.invites;

/** The links by which people join, to those who may make them. */
export const invitesSection: AboutSection = {
  id: "invites",
  title: words.title,
  async content({ c, group }, failed) {
    if (group.role === "member") return null;
    const invites = await listInvites(c.var.deps, c.var.user, group.id);
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        <p className="muted">{words.hint}</p>
        {invites.length > 0 && (
          <ul className="lined-list">
            {invites.map((invite) => (
              <li key={invite.id}>
                <div>
                  <p>{`${words.uses(invite.uses, invite.maxUses)}, ${words.until(format.day(invite.expiresAt))}`}</p>
                  <p className="muted">{words.madeBy(invite.madeBy)}</p>
                </div>
                <form method="post" action={groupPaths.revokeInvite(group.id, invite.id)}>
                  <Button type="submit">{words.revoke}</Button>
                </form>
              </li>
            ))}
          </ul>
        )}
        <form method="post" action={groupPaths.invites(group.id)} className="about-invite-form">
          <Field
            label={words.days}
            type="number"
            min={1}
            max={days.max}
            defaultValue={failed?.fields.days ?? days.usual}
            required
            {...fieldOf("days", failed?.refusal.issues)}
          />
          <Field
            label={words.maxUses}
            type="number"
            min={1}
            max={uses}
            defaultValue={failed?.fields.maxUses}
            hint={words.maxUsesHint}
            {...fieldOf("maxUses", failed?.refusal.issues)}
          />
          <div>
            <Button type="submit" icon="link">{words.create}</Button>
          </div>
        </form>
      </>
    );
  },
};
