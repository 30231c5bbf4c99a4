import type { ReactNode } from "react";
import type { Group } from "../../../server/contract/groups/shapes.ts";

interface Props {
  group: Pick<Group, "groupName">;
  title: string;
  back: { href: string; text: string };
  children?: ReactNode;
}

/** The head of a page about a group. */
export const GroupHead = ({ group, title, back, children }: Props) => (
  <header className="group-head">
    <a href={back.href}>{back.text}</a>
    <h1>
      {title} <span className="visually-hidden">{group.groupName}</span>
    </h1>
    {children}
  </header>
);
