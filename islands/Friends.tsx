import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { UserCard } from "../server/contract/people/shapes.ts";
import { removeRow } from "./ui/removeRow.ts";
import { listFriends } from "./people/calls.ts";
import { FriendCard } from "./people/FriendCard.tsx";
import { onFriendships } from "./people/friendships.ts";
import { emit } from "./runtime/events.ts";
import { reloader } from "./runtime/reloader.ts";
import { EmptyState } from "./ui/EmptyState.tsx";
import { friendsTexts } from "../server/contract/people/texts.ts";

interface Props {
  friends: UserCard[];
  removing?: string;
}

export function Friends({ removing, ...props }: Props) {
  useSignals();
  const friends = useSignal(props.friends);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => onFriendships(reloader(listFriends, show).reload), []);

  function show(everyone: UserCard[]) {
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
              <FriendCard user={user} removing={user.id === removing} onRemoved={() => remove(user.id)} />
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
  </EmptyState>
);
