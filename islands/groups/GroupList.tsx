import type { GroupFace } from "../../server/contract/groups/shapes.ts";
import type { Unread } from "../../server/contract/site/unread.ts";
import { UnreadBadge } from "../ui/UnreadBadge.tsx";
import { GroupImage } from "./GroupImage.tsx";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";

export type ListedGroup = GroupFace & Partial<Unread>;

interface Props {
  groups: readonly ListedGroup[];
  current: string;
}

export function GroupList({ groups, current }: Props) {
  return (
    <nav className="group-list" aria-labelledby="my-groups">
      <a href={sitePaths.dashboard} id="my-groups">My Groups</a>
      <ul className="group-links">
        {groups.map((group) => (
          <li key={group.id}>
            <a href={groupPaths.group(group.id)} aria-current={group.id === current ? "page" : undefined}>
              <GroupImage group={group} size={28} />
              <span>{group.groupName}</span>
              {group.id !== current && <UnreadBadge unread={group.unread} mentions={group.mentions} />}
            </a>
          </li>
        ))}
      </ul>
      {/* A script clones it for a group in which something is unread by then. */}
      <template>
        <UnreadBadge unread={1} />
      </template>
    </nav>
  );
}
