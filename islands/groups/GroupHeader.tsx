import type { GroupSummary } from "../../server/contract/groups.ts";
import { texts } from "../../server/contract/texts.ts";
import { GroupImage } from "./GroupImage.tsx";

interface Props {
  group: Pick<GroupSummary, "id" | "groupName" | "description" | "image" | "memberCount">;
}

export function GroupHeader({ group }: Props) {
  return (
    <header className="group-header">
      <GroupImage group={group} size={56} />
      <div>
        <h1 className="group-name">{group.groupName}</h1>
        <p className="group-count" data-member-count>{texts.groups.memberCount(group.memberCount)}</p>
      </div>
      {group.description && <p className="group-text">{group.description}</p>}
    </header>
  );
}
