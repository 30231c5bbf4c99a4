import type { MemberDirectory } from "../../../server/contract/chat.ts";
import type { Group } from "../../../server/contract/groups.ts";
import { displayName } from "../../../server/contract/shared.ts";

/** How the members of a group are shown in its chat. */
export const directoryOf = ({ members }: Group): MemberDirectory =>
  Object.fromEntries(members.map(({ user }) => [
    user.id,
    { username: user.username, name: displayName(user), picture: user.profileImage ?? undefined },
  ]));
