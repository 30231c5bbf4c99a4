import * as groupsLimits from "../../../../server/contract/groups/limits.ts";
import { Field } from "../../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../../islands/forms/FieldFrame.tsx";
import { Button } from "../../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listInviteLinks } from "../../../../server/actions/groups/invite_links.ts";
import { inviteTexts as words } from "../../../../server/contract/groups/texts.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import type { AboutSection } from "./section.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";

const { days, uses } = groupsLimits.invites;

/** For organizers. */
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
                <form method="post" action={groupPaths.revokeInviteLink(group.id, link.id)}>
                  <Button type="submit">{words.revoke}</Button>
                </form>
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
            defaultValue={failed?.fields.days ?? days.usual}
            required
            hint={words.daysHint}
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
