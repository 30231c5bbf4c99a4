import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { UserCard as User } from "../server/contract/people/shapes.ts";
import { removeRow } from "./ui/removeRow.ts";
import { listFriends } from "./people/calls.ts";
import { onFriendships } from "./people/FriendButton.tsx";
import { emit } from "./runtime/events.ts";
import { reloader } from "./runtime/reloader.ts";
import { EmptyState } from "./ui/EmptyState.tsx";
import { friendsTexts } from "../server/contract/people/texts.ts";
import { displayName } from "../server/contract/people/names.ts";
import { Field } from "./forms/Field.tsx";
import { ConfirmDialog } from "./forms/ConfirmDialog.tsx";
import { useSubmit } from "./forms/useSubmit.ts";
import { Button, LinkButton } from "./ui/Button.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { UserCard } from "./ui/UserCard.tsx";
import { call } from "./runtime/api.ts";
import { withNext } from "../server/contract/site/paths.ts";
import { conversationTexts } from "../server/contract/groups/conversation_texts.ts";
import { conversationPaths, peoplePaths } from "../server/contract/people/paths.ts";

interface Props {
  friends: User[];
  removing?: string;
  /** Whether friends can write to each other here. */
  canWrite?: boolean;
}

export function Friends({ removing, canWrite, ...props }: Props) {
  useSignals();
  const friends = useSignal(props.friends);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => onFriendships(reloader(listFriends, show).reload), []);

  function show(everyone: User[]) {
    friends.value = everyone;
    emit("tabCount", { tab: "Friends", count: everyone.length });
  }

  function remove(userId: string) {
    removeRow({ rows: friends, element: list.current! }, ({ id }) => id === userId);
    emit("tabCountChanged", { tab: "Friends", change: -1 });
  }

  return (
    <div ref={list} tabIndex={-1}>
      {friends.value.length === 0 ? <NoFriends /> : (
        <ul className="cards">
          {friends.value.map((user) => (
            <li key={user.id}>
              <FriendCard
                user={user}
                canWrite={canWrite}
                removing={user.id === removing}
                onRemoved={() => remove(user.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const NoFriends = () => (
  <EmptyState picture="friends" text={friendsTexts.none}>
    <p className="muted">{friendsTexts.noneHint}</p>
    <form action={peoplePaths.search} className="inline-form friends-search">
      <Field label="Search Users" name="username" type="search" />
      <Button type="submit" icon="search">Search</Button>
    </form>
  </EmptyState>
);

interface FriendCardProps {
  user: User;
  canWrite?: boolean;
  removing: boolean;
  onRemoved: () => void;
}

function FriendCard({ user, canWrite, removing, onRemoved }: FriendCardProps) {
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
        {canWrite && (
          <form method="post" action={conversationPaths.open(user.id)}>
            <Button type="submit" aria-label={conversationTexts.messageTo(displayName(user))}>
              {conversationTexts.message}
            </Button>
          </form>
        )}
        <LinkButton href={peoplePaths.user(user.id)}>View Profile</LinkButton>
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
