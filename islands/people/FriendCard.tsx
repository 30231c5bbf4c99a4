import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { paths, withNext } from "../../server/contract/paths.ts";
import { displayName } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import type { UserCard as User } from "../../server/contract/people/users.ts";
import { ConfirmDialog } from "../forms/ConfirmDialog.tsx";
import { useSubmit } from "../forms/useSubmit.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { OpenForm } from "../ui/OpenForm.tsx";
import { UserCard } from "../ui/UserCard.tsx";
import { unfriend } from "./calls.ts";

interface Props {
  user: User;
  /** Whether the server rendered the question open, for browsers without script. */
  removing: boolean;
  onRemoved: () => void;
}

/** A friend, and the way to end the friendship. */
export function FriendCard({ user, removing, onRemoved }: Props) {
  useSignals();
  const asking = useSignal(removing);
  const { busy, onSubmit } = useSubmit({
    submit: () => unfriend(user.id),
    onSuccess: onRemoved,
    successToast: texts.friends.removed,
    failed: texts.friends.removeFailed,
    failureToast: texts.friends.removeFailed,
  });

  return (
    <>
      <UserCard user={user}>
        <LinkButton kind="plain" href={paths.user(user.id)}>View Profile</LinkButton>
        <OpenForm to={paths.confirmUnfriend(user.id)} onOpen={() => asking.value = true}>
          <Button type="submit" kind="danger" busy={busy} busyText="Removing...">Unfriend</Button>
        </OpenForm>
      </UserCard>
      {asking.value && (
        <ConfirmDialog
          title={`Unfriend ${displayName(user)}`}
          text={texts.friends.confirmRemove}
          action="Unfriend"
          to={withNext(paths.unfriend(user.id), paths.friends)}
          onConfirm={onSubmit}
          onClose={() => asking.value = false}
        />
      )}
    </>
  );
}
