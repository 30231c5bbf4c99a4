import type { Group } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import type { UserCard } from "../../server/contract/users.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { OpenForm } from "../ui/OpenForm.tsx";

interface Props {
  group: Pick<Group, "id" | "createdBy">;
  user: UserCard;
  viewerId: string;
  /** Whether the member is being removed. */
  busy?: boolean;
  /** Asks whether to remove the member; without script a form asks. */
  onAsk: (userId: string) => void;
}

/** What the viewer may do with a member: see her profile, remove her as the group's creator, or leave it herself. */
export function MemberActions({ group, user, viewerId, busy, onAsk }: Props) {
  const isSelf = user.id === viewerId;
  return (
    <>
      <LinkButton kind="quiet" href={paths.user(user.id)}>View Profile</LinkButton>
      {isRemovable(group, user, viewerId) && (
        <OpenForm
          to={`${paths.group(group.id, "members")}&remove=${encodeURIComponent(user.id)}`}
          onOpen={() => onAsk(user.id)}
        >
          <Button type="submit" kind="danger" busy={busy} busyText={isSelf ? "Leaving..." : "Removing..."}>
            {isSelf ? "Leave" : "Remove"}
          </Button>
        </OpenForm>
      )}
    </>
  );
}

/** Whether the viewer may take a member out: the creator everyone else, and everyone else herself. */
export const isRemovable = (group: Props["group"], user: Pick<UserCard, "id">, viewerId: string): boolean =>
  (user.id === viewerId) !== (group.createdBy === viewerId);
