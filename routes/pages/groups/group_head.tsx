import type { ReactNode } from "react";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";

interface Props {
  group: Pick<Group, "id" | "groupName">;
  title: string;
  /** To the group, if left out. */
  back?: { href: string; text: string };
  children?: ReactNode;
}

/** The head of a page about a group. */
export const GroupHead = (
  { group, title, back = { href: groupPaths.group(group.id), text: group.groupName }, children }: Props,
) => (
  <header className="group-head">
    <a className="group-head-back" href={back.href}>
      <Icon name="arrow-left" />
      <bdi>{back.text}</bdi>
    </a>
    <h1>
      {title} <span className="visually-hidden">{group.groupName}</span>
    </h1>
    {children}
  </header>
);
