import type { ReactNode } from "react";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { BackLink } from "../../layout/parts.tsx";

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
    <BackLink href={back.href}>
      <bdi>{back.text}</bdi>
    </BackLink>
    <h1>
      {title} {back.text === group.groupName
        ? <span className="visually-hidden">{group.groupName}</span>
        : <bdi className="group-head-name">{group.groupName}</bdi>}
    </h1>
    {children}
  </header>
);
