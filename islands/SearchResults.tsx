import { useSignal } from "@preact/signals-react";
import type { FriendStatus, UserCard as User } from "../server/contract/people/shapes.ts";
import { FriendButton } from "./people/FriendButton.tsx";
import { LinkButton } from "./ui/Button.tsx";
import { UserCard } from "./ui/UserCard.tsx";
import { call } from "./runtime/api.ts";
import { peoplePaths } from "../server/contract/people/paths.ts";
import { friendsTexts } from "../server/contract/people/texts.ts";

interface Props {
  people: User[];
  statuses: Record<string, FriendStatus>;
  here: string;
}

export function SearchResults({ people, statuses, here }: Props) {
  return (
    <ul className="cards">
      {people.map((user) => (
        <li key={user.id}>
          <UserCard user={user}>
            <LinkButton href={peoplePaths.user(user.id)}>View Profile</LinkButton>
            <AddFriend userId={user.id} status={statuses[user.id]} here={here} />
          </UserCard>
        </li>
      ))}
    </ul>
  );
}

function AddFriend({ userId, here, ...props }: { userId: string; status: FriendStatus; here: string }) {
  const status = useSignal(props.status);
  return (
    <FriendButton
      userId={userId}
      status={status}
      label="Add Friend"
      sentLabel={friendsTexts.requestSent}
      here={here}
      request={() => call("POST /friends/request/:userId", { userId })}
    />
  );
}
