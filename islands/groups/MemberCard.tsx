import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { Member, Role } from "../../server/contract/groups/shapes.ts";
import { membersTexts, roleNames } from "../../server/contract/groups/texts.ts";
import { displayName } from "../../server/contract/people/names.ts";
import { ConfirmDialog } from "../forms/ConfirmDialog.tsx";
import { useSubmit } from "../forms/useSubmit.ts";
import { call } from "../runtime/api.ts";
import { runOwnAction } from "../runtime/own_actions.ts";
import { deferToast } from "../runtime/toast.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { OpenForm } from "../ui/OpenForm.tsx";
import { UserCard } from "../ui/UserCard.tsx";
import { cardPaths } from "../../server/contract/account/paths.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

interface Props {
  groupId: string;
  role: Role;
  member: Member;
  viewerId: string;
  /** Whether the viewer may make a new card for them. */
  hasCard: boolean;
  removing: boolean;
  onRemoved: () => void;
}

export function MemberCard({ groupId, role, member, viewerId, hasCard, removing, onRemoved }: Props) {
  useSignals();
  const confirming = useSignal(removing);
  const { user } = member;
  const isSelf = user.id === viewerId;
  const { busy, onSubmit } = useSubmit({
    submit: () =>
      runOwnAction(groupId, () => call("DELETE /groups/:id/members/:userId", { id: groupId, userId: user.id })),
    onSuccess: isSelf ? goToDashboard : onRemoved,
    successToast: isSelf ? undefined : membersTexts.removed,
    failed: membersTexts.removeFailed,
    failureToast: membersTexts.removeFailed,
  });
  return (
    <>
      <UserCard user={user} badge={member.role === "member" ? undefined : roleNames[member.role]}>
        <LinkButton href={peoplePaths.user(user.id)}>View Profile</LinkButton>
        {hasCard && <LinkButton kind="plain" href={cardPaths.newCard(groupId, user.id)}>New card</LinkButton>}
        {isRemovable(role, member, viewerId) && (
          <OpenForm
            to={groupPaths.confirmRemoveMember(groupId, user.id)}
            onOpen={() => confirming.value = true}
          >
            <Button type="submit" kind="danger" busy={busy} busyText={isSelf ? "Leaving..." : "Removing..."}>
              {isSelf ? "Leave" : "Remove"}
            </Button>
          </OpenForm>
        )}
      </UserCard>
      {confirming.value && (
        <ConfirmDialog
          title={isSelf ? "Leave group" : `Remove ${displayName(user)}`}
          text={isSelf ? membersTexts.confirmLeave : membersTexts.confirmRemove}
          action={isSelf ? "Leave" : "Remove"}
          to={groupPaths.removeMember(groupId, user.id)}
          onConfirm={onSubmit}
          onClose={() => confirming.value = false}
        />
      )}
    </>
  );
}

/** The creator removes anyone else, an organizer members, and anyone but the creator themselves. */
export function isRemovable(role: Role, member: Pick<Member, "role"> & { user: { id: string } }, viewerId: string) {
  if (member.role === "creator") return false;
  return member.user.id === viewerId || role === "creator" || role === "organizer" && member.role === "member";
}

function goToDashboard(): void {
  deferToast("success", membersTexts.left);
  location.assign(sitePaths.dashboard);
}
