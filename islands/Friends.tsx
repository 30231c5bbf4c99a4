import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import type { UserCard as Card } from "../server/contract/users.ts";
import { LinkButton } from "./components/Button.tsx";
import { EmptyState } from "./components/EmptyState.tsx";
import { UserCard } from "./components/UserCard.tsx";
import { call } from "./lib/api.ts";
import { ConfirmDialog } from "./lib/ConfirmDialog.tsx";
import { intercept } from "./lib/intercept.ts";
import { showTabCount } from "./lib/tabs.ts";
import { showToast } from "./lib/toasts.ts";

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
  useEffect(() => showTabCount("Friends", friends.value.length), [friends.value.length]);

  async function unfriend(userId: string) {
    removing.value = undefined;
    try {
      const { message } = await call<{ message: string }>("DELETE", `/friends/unfriend/${encodeURIComponent(userId)}`);
      friends.value = friends.value.filter(({ id }) => id !== userId);
      showToast("success", message);
    } catch {
      showToast("error", texts.friends.removeFailed);
    }
  }

  const here = `${paths.profile}?tab=friends`;
  if (friends.value.length === 0) {
    return (
      <EmptyState picture="friends" text={texts.friends.none}>
        <p className="muted">{texts.friends.noneHint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="cards">
        {friends.value.map((user) => (
          <li key={user.id}>
            <UserCard user={user}>
              <LinkButton href={paths.user(user.id)}>View Profile</LinkButton>
              <LinkButton
                kind="danger"
                href={`${here}&remove=${encodeURIComponent(user.id)}`}
                onClick={intercept(() => removing.value = user.id)}
              >
                Unfriend
              </LinkButton>
            </UserCard>
          </li>
        ))}
      </ul>
      {removing.value && (
        <ConfirmDialog
          title="Unfriend"
          text={texts.friends.confirmRemove}
          action="Unfriend"
          back={here}
          fields={{ intent: "unfriend", userId: removing.value }}
          onConfirm={() => unfriend(removing.value!)}
          onCancel={() => removing.value = undefined}
        />
      )}
    </>
  );
}
