import * as groupsLimits from "../../../../server/contract/groups/limits.ts";
import { TextArea } from "../../../../islands/forms/TextArea.tsx";
import { Field } from "../../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../../islands/forms/FieldFrame.tsx";
import { PictureField } from "../../../../islands/forms/PictureField.tsx";
import { GroupImage } from "../../../../islands/groups/GroupImage.tsx";
import { Button } from "../../../../islands/ui/Button.tsx";
import { writeDate } from "../../../../islands/ui/time_format.ts";
import { aboutTexts, groupsTexts } from "../../../../server/contract/groups/texts.ts";
import type { Group } from "../../../../server/contract/groups/shapes.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import type { FailedForm } from "../../../layout/sections.tsx";
import type { AboutSection } from "./section.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";

/** A group's name, picture and description, which its organizers edit. */
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
      <p className="about-text" dir="auto">{group.description || groupsTexts.noDescription}</p>
      {group.role !== "member" && (
        <details open={failed !== undefined}>
          <summary className="button button--quiet">{aboutTexts.what.edit}</summary>
          <EditForm group={group} failed={failed} />
        </details>
      )}
    </>
  ),
};

function EditForm({ group, failed }: { group: Group; failed?: FailedForm }) {
  const issues = failed?.refusal.issues ?? [];
  const { groupName = group.groupName, description = group.description ?? "" } = failed?.fields ?? {};
  return (
    <form method="post" action={groupPaths.aboutForm(group.id, "edit")} encType="multipart/form-data" className="stack">
      <Field label={aboutTexts.what.name} {...fieldOf("groupName", issues)} defaultValue={groupName} required />
      <TextArea
        label={aboutTexts.what.description}
        {...fieldOf("description", issues)}
        defaultValue={description}
        maxLength={groupsLimits.groupDescription.max}
      />
      <PictureField
        label={aboutTexts.what.image}
        {...fieldOf("image", issues)}
        current={group.image}
        draw={(image) => <GroupImage group={{ ...group, image }} size={72} />}
      />
      <div>
        <Button type="submit" kind="primary">{aboutTexts.what.save}</Button>
      </div>
    </form>
  );
}
