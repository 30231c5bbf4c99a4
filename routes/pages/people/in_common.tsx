/** What the viewer and someone have in common, as that person's profile shows it. */
import type { ReactNode } from "react";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import type { GroupFace } from "../../../server/contract/groups/groups.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import type { Face } from "../../../server/contract/people/users.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { profileServerTexts } from "../../../server/contract/people/texts.ts";

interface Props {
  groups: GroupFace[];
  friends: Face[];
}

/** The groups that both are in, and the friends of both. */
export const InCommon = ({ groups, friends }: Props) => (
  <>
    <Shared id="groups-in-common" title={profileServerTexts.groupsInCommon}>
      {groups.map((group) => (
        <Entry key={group.id} href={groupPaths.group(group.id)} name={group.groupName}>
          <GroupImage group={group} size={32} />
        </Entry>
      ))}
    </Shared>
    <Shared id="friends-in-common" title={profileServerTexts.friendsInCommon}>
      {friends.map((friend) => (
        <Entry key={friend.id} href={peoplePaths.user(friend.id)} name={displayName(friend)}>
          <Avatar user={friend} size={32} />
        </Entry>
      ))}
    </Shared>
  </>
);

const Shared = ({ id, title, children }: { id: string; title: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <section className="in-common" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="in-common-list">{children}</ul>
    </section>
  );

const Entry = ({ href, name, children }: { href: string; name: string; children: ReactNode }) => (
  <li>
    <a className="in-common-link" href={href}>
      {children}
      <span dir="auto">{name}</span>
    </a>
  </li>
);
