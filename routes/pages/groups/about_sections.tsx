import { Field, fieldOf, TextArea } from "../../../islands/forms/Field.tsx";
import { PictureField } from "../../../islands/forms/PictureField.tsx";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { PreviewButton } from "../../../islands/ui/PreviewButton.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { writeDate } from "../../../islands/ui/time_format.ts";
import { type ReauthenticatedBy, reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import { kindTexts } from "../../../server/contract/groups/kind_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { type Group, type Member, notifyLevels } from "../../../server/contract/groups/shapes.ts";
import { aboutTexts, groupsTexts, membersTexts, roleNames } from "../../../server/contract/groups/texts.ts";
import { noticesServerTexts } from "../../../server/contract/notices/texts.ts";
import { MemberPages } from "../../../islands/groups/MemberPages.tsx";
import type { MemberPage } from "./member_pages.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { reportTexts } from "../../../server/contract/people/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { C } from "../../layout/page.tsx";
import { ConfirmedForm, type FailedSection, LinkRow, type Section, Submit } from "../../layout/parts.tsx";
import { Fold, SettingRow, SettingSelect } from "./setting_row.tsx";
import { Written } from "../../../islands/ui/Written.tsx";

export type AboutSection = Section<MemberPage & { c: C }>;

export const whatSection: AboutSection = {
  id: "what",
  title: aboutTexts.what.title,
  content: ({ c, group }, failed) => (
    <>
      <div className="about-what">
        <GroupImage group={group} size={72} />
        <div>
          <p className="about-name" dir="auto">{group.groupName}</p>
          <p className="muted">
            {groupsTexts.memberCount(group.memberCount)},{" "}
            {aboutTexts.what.since(writeDate(group.createdAt.slice(0, 10), readerLocale(c).language))}
          </p>
        </div>
      </div>
      <Written className="about-text" text={group.description || groupsTexts.noDescription} format={group.format} />
      {group.role !== "member" && (
        <details open={failed !== undefined}>
          <summary className="button button--quiet">{aboutTexts.what.edit}</summary>
          <EditForm group={group} failed={failed} />
        </details>
      )}
    </>
  ),
};

function EditForm({ group, failed }: { group: Group; failed?: FailedSection }) {
  const issues = failed?.refusal.issues ?? [];
  const { groupName = group.groupName, description = group.description ?? "" } = failed?.sent ?? {};
  return (
    <form method="post" action={aboutPaths.aboutForm(group.id, "edit")} encType="multipart/form-data" className="stack">
      <Field label={aboutTexts.what.name} {...fieldOf("groupName", issues)} defaultValue={groupName} required />
      <TextArea
        label={aboutTexts.what.description}
        {...fieldOf("description", issues)}
        data-write=""
        defaultValue={description}
        maxLength={groupsLimits.groupDescription.max}
      />
      <PictureField
        label={aboutTexts.what.image}
        {...fieldOf("image", issues)}
        current={group.image}
        draw={(image) => <GroupImage group={{ ...group, image }} size={72} />}
      />
      <div className="cluster">
        <Button type="submit" kind="primary">{aboutTexts.what.save}</Button>
        <PreviewButton of="description" action={aboutPaths.aboutForm(group.id, "edit")} files />
      </div>
    </form>
  );
}

const words = aboutTexts.members;

export const membersSection: AboutSection = {
  id: "members",
  title: words.title,
  async content({ c, group, page, seen }) {
    const { member } = c.req.query();
    const chosen = group.role === "creator" && group.members.find(({ user }) => user.id === member);
    if (chosen && chosen.role !== "creator") {
      return <RoleForms group={group} member={chosen} by={await reauthenticatedBy(c.var.deps, c.var.session)} />;
    }
    return (
      <>
        <p className="muted">{words.explained}</p>
        {seen !== undefined && <p className="muted">{membersTexts.hidden}</p>}
        <Fold now={groupsTexts.memberCount(group.memberCount)} open={page > 1}>
          <ul>
            {group.members.map((member) => <Row key={member.user.id} group={group} member={member} />)}
          </ul>
          <MemberPages
            memberCount={seen ?? group.memberCount}
            page={page}
            href={(page) => aboutPaths.aboutMembers(group.id, page)}
          />
        </Fold>
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
          href={aboutPaths.aboutMember(group.id, user.id)}
          aria-label={words.changeRoleOf(displayName(user))}
        >
          {words.changeRole}
        </a>
      )}
    </li>
  );
}

const givenRoles = (["organizer", "member"] as const).map((value) => ({ value, label: roleNames[value] }));

function RoleForms({ group, member: { user, role }, by }: { group: Group; member: Member; by: ReauthenticatedBy }) {
  const to = aboutPaths.memberRole(group.id, user.id);
  const name = displayName(user);
  return (
    <div className="about-role stack">
      <div className="about-what">
        <Avatar user={user} size={40} />
        <div>
          <h4>
            <bdi>{name}</bdi>
          </h4>
          <p className="muted">{`@${user.username}`}</p>
        </div>
      </div>
      <p className="muted">{words.explained}</p>
      <form method="post" action={to} className="stack">
        <SettingRow id="role" label={words.role}>
          <SettingSelect id="role" value={role} options={givenRoles} />
        </SettingRow>
        <Submit>{words.save}</Submit>
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
            <LinkButton href={aboutPaths.aboutGroup(group.id, "members")}>{words.cancel}</LinkButton>
          </>
        }
      >
        <input type="hidden" name="role" value="creator" />
      </ConfirmedForm>
    </div>
  );
}

const levels = notifyLevels.map((value) => ({ value, label: noticesServerTexts.levels[value] }));

export const notificationsSection: AboutSection = {
  id: "notifications",
  title: aboutTexts.notifications.title,
  content: ({ group }) => (
    <form method="post" action={aboutPaths.aboutForm(group.id, "notify")} className="stack">
      <SettingRow id="level" label={kindTexts[group.kind].messages}>
        <SettingSelect id="level" value={group.notify} options={levels} />
      </SettingRow>
      <Submit>{aboutTexts.notifications.save}</Submit>
    </form>
  ),
};

export const reportSection: AboutSection = {
  id: "report",
  title: reportTexts.about,
  content: ({ group }) => (
    <>
      <p className="muted">{reportTexts.aboutHint}</p>
      <LinkRow kind="plain" href={peoplePaths.report("group", group.id)}>{reportTexts.action.group}</LinkRow>
    </>
  ),
};

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

const Question = ({ text, action, to }: { text: string; action: string; to: string }) => (
  <details>
    <summary className="button button--danger">{action}…</summary>
    <form method="post" action={to} className="stack">
      <p>{text}</p>
      <Submit kind="danger">{action}</Submit>
    </form>
  </details>
);
