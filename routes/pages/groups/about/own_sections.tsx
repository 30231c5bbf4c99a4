/** What a member decides about a group for themselves, and its creator for everyone. */
import { Select } from "../../../../islands/forms/Select.tsx";
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { aboutTexts, groupsTexts, membersTexts } from "../../../../server/contract/groups/texts.ts";
import { notifyLevels } from "../../../../server/contract/groups/shapes.ts";
import { reportTexts } from "../../../../server/contract/people/texts.ts";
import type { AboutSection } from "./section.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { peoplePaths } from "../../../../server/contract/people/paths.ts";
import { noticesServerTexts } from "../../../../server/contract/notices/texts.ts";

const levels = notifyLevels.map((value) => ({ value, label: noticesServerTexts.levels[value] }));

/** Which messages of the group make notices for the reader. */
export const notificationsSection: AboutSection = {
  id: "notifications",
  title: aboutTexts.notifications.title,
  content: ({ group }) => (
    <form method="post" action={groupPaths.aboutForm(group.id, "notify")} className="inline-form">
      <Select label={aboutTexts.notifications.level} name="level" defaultValue={group.notify} options={levels} />
      <Button type="submit">{aboutTexts.notifications.save}</Button>
    </form>
  ),
};

/** The way to the operators, who alone read what is reported. */
export const reportSection: AboutSection = {
  id: "report",
  title: reportTexts.about,
  content: ({ group }) => (
    <>
      <p className="muted">{reportTexts.aboutHint}</p>
      <div>
        <LinkButton href={peoplePaths.report("group", group.id)} icon="flag">{reportTexts.action.group}</LinkButton>
      </div>
    </>
  ),
};

/** The way out, which the creator has once the group is somebody else's. */
export const leaveSection: AboutSection = {
  id: "leave",
  title: aboutTexts.leave.title,
  content: ({ c, group }) =>
    group.role === "creator" ? <p className="muted">{aboutTexts.leave.creator}</p> : (
      <>
        <p className="muted">{aboutTexts.leave.hint}</p>
        <Question
          text={membersTexts.confirmLeave}
          action={aboutTexts.leave.action}
          to={groupPaths.removeMember(group.id, c.var.user.id)}
        />
      </>
    ),
};

/** The end of the group, for its creator. */
export const deleteSection: AboutSection = {
  id: "delete",
  title: aboutTexts.remove.title,
  content: ({ group }) =>
    group.role !== "creator" ? null : (
      <>
        <p className="muted">{aboutTexts.remove.hint}</p>
        <Question
          text={groupsTexts.confirmDelete}
          action={aboutTexts.remove.action}
          to={groupPaths.deleteGroup(group.id)}
        />
      </>
    ),
};

/** A question behind a button, before what cannot be undone. */
const Question = ({ text, action, to }: { text: string; action: string; to: string }) => (
  <details>
    <summary className="button button--quiet">{action}…</summary>
    <form method="post" action={to} className="stack">
      <p>{text}</p>
      <div>
        <Button type="submit" kind="danger">{action}</Button>
      </div>
    </form>
  </details>
);
