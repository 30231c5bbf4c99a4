import type { ReactNode } from "react";
import type { GroupSummary } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { GroupImage } from "./GroupImage.tsx";

export interface GroupCardProps {
  group: Pick<GroupSummary, "id" | "groupName" | "description" | "image" | "memberCount">;
  /** What else can be done with the group, above the link that the whole card is. */
  children?: ReactNode;
}

export function GroupCard({ group, children }: GroupCardProps) {
  return (
    <article className="card group-card">
      <GroupImage group={group} />
      <h2 className="group-card-title">
        <a className="group-card-link" href={paths.group(group.id)}>{group.groupName}</a>
      </h2>
      <p className="group-card-count">{texts.groups.memberCount(group.memberCount)}</p>
      <p className="group-card-text">{group.description || texts.groups.noDescription}</p>
      {children && <div className="group-card-actions">{children}</div>}
    </article>
  );
}
