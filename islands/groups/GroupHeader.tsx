import type { ReactNode } from "react";
import type { Group } from "../../server/contract/groups/shapes.ts";
import { aboutTexts, groupsTexts } from "../../server/contract/groups/texts.ts";
import { GroupImage } from "./GroupImage.tsx";
import { groupPaths } from "../../server/contract/groups/paths.ts";

interface Props {
  group: Pick<Group, "id" | "groupName" | "description" | "image" | "memberCount">;
  menu?: ReactNode;
  children?: ReactNode;
}

export function GroupHeader({ group, menu, children }: Props) {
  return (
    <header className="group-header">
      <GroupImage group={group} size={40} />
      <h1 className="group-name">
        <button type="button" popoverTarget="about">{group.groupName}</button>
      </h1>
      <p className="group-count" data-member-count>{groupsTexts.memberCount(group.memberCount)}</p>
      {children}
      <div className="group-about" id="about" popover="auto">
        <p className="group-about-name">{group.groupName}</p>
        <p className="group-text">{group.description || groupsTexts.noDescription}</p>
        <a href={groupPaths.aboutGroup(group.id)}>{aboutTexts.title}</a>
        {menu}
      </div>
    </header>
  );
}
