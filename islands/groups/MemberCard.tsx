import { useState } from "react";
import type { Group } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import type { UserCard as User } from "../../server/contract/users.ts";
import { ConfirmDialog } from "../forms/ConfirmDialog.tsx";
import { useSubmit } from "../forms/useSubmit.ts";
import { deferToast } from "../runtime/toast.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { OpenForm } from "../ui/OpenForm.tsx";
import { UserCard } from "../ui/UserCard.tsx";
import { removeMember } from "./calls.ts";

interface Props {
  group: Pick<Group, "id" | "createdBy">;
  user: User;
  viewerId: string;
  /** Whether the server rendered the question open, for browsers without script. */
  removing: boolean;
  onRemoved: () => void;
}

/** A member, whom the group's creator may remove, and who may leave. */
export function MemberCard({ group, user, viewerId, removing, onRemoved }: Props) {
  const [confirming, setConfirming] = useState(removing);
  const isSelf = user.id === viewerId;
  const { busy, onSubmit } = useSubmit({
    submit: () => removeMember(group.id, user.id),
    onSuccess: isSelf ? goToDashboard : onRemoved,
    successToast: isSelf ? undefined : texts.members.removed,
    failed: texts.members.removeFailed,
    failureToast: texts.members.removeFailed,
  });
  return (
    <>
      <UserCard user={user} badge={user.id === group.createdBy ? "Creator" : undefined}>
        <LinkButton kind="plain" href={paths.user(user.id)}>View Profile</LinkButton>
        {isRemovable(group, user, viewerId) && (
          <OpenForm
            to={paths.confirmRemoveMember(group.id, user.id)}
            onOpen={() => setConfirming(true)}
          >
            <Button type="submit" kind="danger" busy={busy} busyText={isSelf ? "Leaving..." : "Removing..."}>
              {isSelf ? "Leave" : "Remove"}
            </Button>
          </OpenForm>
        )}
      </UserCard>
      {confirming && (
        <ConfirmDialog
          title={isSelf ? "Leave group" : "Remove member"}
          text={isSelf ? texts.members.confirmLeave : texts.members.confirmRemove}
          action={isSelf ? "Leave" : "Remove"}
          to={paths.removeMember(group.id, user.id)}
          onConfirm={onSubmit}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Whether the viewer may remove a member: the creator everyone else, and everyone else themselves. */
export const isRemovable = (group: Props["group"], user: Pick<User, "id">, viewerId: string): boolean =>
  (user.id === viewerId) !== (group.createdBy === viewerId);

function goToDashboard(): void {
  deferToast("success", texts.members.left);
  location.assign(paths.dashboard);
}
