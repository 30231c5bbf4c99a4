import * as groupsLimits from "../../../../server/contract/groups/limits.ts";
import { Select } from "../../../../islands/forms/Select.tsx";
import { Avatar } from "../../../../islands/ui/Avatar.tsx";
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { type ReauthenticatedBy, reauthenticatedBy } from "../../../../server/actions/account/reauthentication.ts";
import { aboutTexts, roleNames } from "../../../../server/contract/groups/texts.ts";
import type { Group, Member } from "../../../../server/contract/groups/shapes.ts";
import { displayName } from "../../../../server/contract/people/names.ts";
import { ConfirmedForm } from "../../../layout/ConfirmedForm.tsx";
import type { AboutSection } from "./section.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { peoplePaths } from "../../../../server/contract/people/paths.ts";

const words = aboutTexts.members;

/** The members with their roles, a part at a time. The creator changes roles, each on a page with its form. */
export const membersSection: AboutSection = {
  id: "members",
  title: words.title,
  async content({ c, group }) {
    const { member, page } = c.req.query();
    const chosen = group.role === "creator" && group.members.find(({ user }) => user.id === member);
    const pages = Math.ceil(group.members.length / groupsLimits.memberList.page);
    const current = Math.min(Math.max(Math.trunc(Number(page)) || 1, 1), pages);
    const first = (current - 1) * groupsLimits.memberList.page;
    return (
      <>
        <p className="muted">{words.explained}</p>
        {chosen && chosen.role !== "creator" && (
          <RoleForms group={group} member={chosen} by={await reauthenticatedBy(c.var.deps, c.var.session)} />
        )}
        <ul className="about-members">
          {group.members.slice(first, first + groupsLimits.memberList.page).map((member) => (
            <Row key={member.user.id} group={group} member={member} />
          ))}
        </ul>
        {pages > 1 && <Pages groupId={group.id} current={current} pages={pages} />}
      </>
    );
  },
};

function Row({ group, member: { user, role } }: { group: Group; member: Member }) {
  const mayChange = group.role === "creator" && role !== "creator";
  return (
    <li className="about-member">
      <Avatar user={user} size={40} />
      <a className="about-member-name" href={peoplePaths.user(user.id)}>
        <bdi>{displayName(user)}</bdi>
      </a>
      {role !== "member" && <span className="badge">{roleNames[role]}</span>}
      {mayChange && (
        <a
          className="about-member-change"
          href={groupPaths.aboutMember(group.id, user.id)}
          aria-label={words.changeRoleOf(displayName(user))}
        >
          {words.changeRole}
        </a>
      )}
    </li>
  );
}

const givenRoles = (["organizer", "member"] as const).map((value) => ({ value, label: roleNames[value] }));

/** What the creator does about one member: another role, or the group. */
function RoleForms({ group, member: { user, role }, by }: { group: Group; member: Member; by: ReauthenticatedBy }) {
  const to = groupPaths.memberRole(group.id, user.id);
  const name = displayName(user);
  return (
    <div className="about-role stack">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <form method="post" action={to} className="inline-form">
        <Select label={words.role} name="role" defaultValue={role} options={givenRoles} />
        <Button type="submit" kind="primary">{words.save}</Button>
      </form>
      <div>
        <h4>{words.handOverTo(name)}</h4>
        <p>{words.handOverText}</p>
      </div>
      <ConfirmedForm
        by={by}
        method="post"
        action={to}
        buttons={
          <>
            <Button type="submit" kind="danger">{words.handOver}</Button>
            <LinkButton href={groupPaths.aboutGroup(group.id, "members")}>{words.cancel}</LinkButton>
          </>
        }
      >
        <input type="hidden" name="role" value="creator" />
      </ConfirmedForm>
    </div>
  );
}

const Pages = ({ groupId, current, pages }: { groupId: string; current: number; pages: number }) => (
  <nav className="cluster" aria-label={words.title}>
    {current > 1 && <LinkButton href={groupPaths.aboutMembers(groupId, current - 1)}>{words.earlier}</LinkButton>}
    <span>{words.pages(current, pages)}</span>
    {current < pages && <LinkButton href={groupPaths.aboutMembers(groupId, current + 1)}>{words.later}</LinkButton>}
  </nav>
);
