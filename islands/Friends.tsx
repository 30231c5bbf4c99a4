import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import type { UserCard as Card } from "../server/contract/users.ts";
import { Button, LinkButton } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { UserCard } from "./ui/UserCard.tsx";
import { call } from "./runtime/api.ts";
import { useBusyRows } from "./forms/useBusyRows.ts";
import { ConfirmDialog } from "./forms/ConfirmDialog.tsx";
import { removeRow } from "./forms/focus.ts";
import { emit } from "./runtime/events.ts";
import { showToast } from "./runtime/toast.ts";

interface Props {
  friends: Card[];
  /** The friend whose removal is being asked about, without script. */
  removing?: string;
}

/** The viewer's friends. */
export function Friends(props: Props) {
  useSignals();
  const friends = useSignal(props.friends);
  const removing = useSignal(props.removing);
  const busy = useBusyRows<string>();
  const list = useRef<HTMLDivElement>(null);

  const unfriendOnce = (userId: string) => busy.run(userId, true, () => unfriend(userId));

  async function unfriend(userId: string) {
    try {
      await call("DELETE", `/friends/unfriend/${encodeURIComponent(userId)}`);
      removeRow({ rows: friends, element: list.current! }, ({ id }) => id === userId);
      emit("tabCountChanged", { tab: "Friends", change: -1 });
      showToast("success", texts.friends.removed);
    } catch {
      showToast("error", texts.friends.removeFailed);
    }
  }

  return (
    <div ref={list} tabIndex={-1}>
      {friends.value.length === 0 ? <NoFriends /> : (
        <ul className="cards">
          {friends.value.map((user) => (
            <li key={user.id}>
              <UserCard user={user}>
                <LinkButton href={paths.user(user.id)}>View Profile</LinkButton>
                <OpenForm
                  to={`${paths.profile}?tab=friends&remove=${encodeURIComponent(user.id)}`}
                  onOpen={() => removing.value = user.id}
                >
                  <Button type="submit" kind="danger" busy={busy.workOn(user.id)} busyText="Removing...">
                    Unfriend
                  </Button>
                </OpenForm>
              </UserCard>
            </li>
          ))}
        </ul>
      )}
      {removing.value && (
        <ConfirmDialog
          title="Unfriend"
          text={texts.friends.confirmRemove}
          action="Unfriend"
          fields={{ intent: "unfriend", userId: removing.value }}
          onConfirm={() => unfriendOnce(removing.value!)}
          onClose={() => removing.value = undefined}
        />
      )}
    </div>
  );
}

const NoFriends = () => (
  <EmptyState picture="friends" text={texts.friends.none}>
    <p className="muted">{texts.friends.noneHint}</p>
  </EmptyState>
);
