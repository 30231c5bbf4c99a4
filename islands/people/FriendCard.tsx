import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { displayName } from "../../server/contract/people/names.ts";
import type { UserCard as User } from "../../server/contract/people/shapes.ts";
import { ConfirmDialog } from "../forms/ConfirmDialog.tsx";
import { useSubmit } from "../forms/useSubmit.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { OpenForm } from "../ui/OpenForm.tsx";
import { UserCard } from "../ui/UserCard.tsx";
import { call } from "../runtime/api.ts";
import { withNext } from "../../server/contract/site/paths.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { friendsTexts } from "../../server/contract/people/texts.ts";

interface Props {
  user: User;
  removing: boolean;
  onRemoved: () => void;
}

export function FriendCard({ user, removing, onRemoved }: Props) {
  useSignals();
  const confirming = useSignal(removing);
  const { busy, onSubmit } = useSubmit({
    submit: () => call("DELETE /friends/unfriend/:userId", { userId: user.id }),
    onSuccess: onRemoved,
    successToast: friendsTexts.removed,
    failed: friendsTexts.removeFailed,
    failureToast: friendsTexts.removeFailed,
  });

  return (
    <>
      <UserCard user={user}>
        <LinkButton kind="plain" href={peoplePaths.user(user.id)}>View Profile</LinkButton>
        <OpenForm to={peoplePaths.confirmUnfriend(user.id)} onOpen={() => confirming.value = true}>
          <Button type="submit" kind="danger" busy={busy} busyText="Removing...">Unfriend</Button>
        </OpenForm>
      </UserCard>
      {confirming.value && (
        <ConfirmDialog
          title={`Unfriend ${displayName(user)}`}
          text={friendsTexts.confirmRemove}
          action="Unfriend"
          to={withNext(peoplePaths.unfriend(user.id), peoplePaths.friends)}
          onConfirm={onSubmit}
          onClose={() => confirming.value = false}
        />
      )}
    </>
  );
}
