import type { ReactNode } from "react";
import type { GroupSummary } from "../../server/contract/groups/groups.ts";
import { aboutTexts } from "../../server/contract/groups/about_texts.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { GroupImage } from "./GroupImage.tsx";

interface Props {
  group: Pick<GroupSummary, "id" | "groupName" | "description" | "image" | "memberCount">;
  /** What can be done from the name, where the row has no room for it. */
  menu?: ReactNode;
  /** What else stands in its row. */
  children?: ReactNode;
}

/** One row: a group's image, name and number of members. Its name opens what else there is to say about it. */
export function GroupHeader({ group, menu, children }: Props) {
  return (
    <header className="group-header">
      <GroupImage group={group} size={40} />
      <h1 className="group-name">
        <button type="button" popoverTarget="about">{group.groupName}</button>
      </h1>
      <p className="group-count" data-member-count>{texts.groups.memberCount(group.memberCount)}</p>
      {children}
      <div className="group-about" id="about" popover="auto">
        <p className="group-about-name">{group.groupName}</p>
        <p className="group-text">{group.description || texts.groups.noDescription}</p>
        <a href={paths.aboutGroup(group.id)}>{aboutTexts.title}</a>
        {menu}
      </div>
    </header>
  );
}
