import type { Group } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import type { UserCard } from "../../server/contract/users.ts";
import { intercept } from "../lib/intercept.ts";
import { LinkButton } from "./Button.tsx";

interface Props {
  group: Pick<Group, "id" | "createdBy">;
  user: UserCard;
  viewerId: string;
  /** Asks whether to remove the member; without script a link asks. */
  onAsk?: (userId: string) => void;
}

/** What the viewer may do with a member: see her profile, remove her as the group's creator, or leave it herself. */
export function MemberActions({ group, user, viewerId, onAsk }: Props) {
  const isSelf = user.id === viewerId;
  const removable = isSelf ? group.createdBy !== viewerId : group.createdBy === viewerId;
  return (
    <>
      <LinkButton kind="quiet" href={paths.user(user.id)}>View Profile</LinkButton>
      {removable && (
        <LinkButton
          kind="danger"
          href={`${paths.group(group.id, "members")}&remove=${encodeURIComponent(user.id)}`}
          onClick={onAsk && intercept(() => onAsk(user.id))}
        >
          {isSelf ? "Leave" : "Remove"}
        </LinkButton>
      )}
    </>
  );
}
