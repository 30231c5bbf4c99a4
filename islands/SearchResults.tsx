import type { FriendStatus } from "../server/contract/friends.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import type { UserCard as Card } from "../server/contract/users.ts";
import { LinkButton } from "./ui/Button.tsx";
import { UserCard } from "./ui/UserCard.tsx";
import { FriendButton, requestByPath } from "./people/FriendButton.tsx";

interface Props {
  people: Card[];
  /** How the viewer stands to each, by id. */
  statuses: Record<string, FriendStatus>;
}

/** Who a search found. */
export function SearchResults({ people, statuses }: Props) {
  return (
    <ul className="cards">
      {people.map((user) => (
        <li key={user.id}>
          <UserCard user={user}>
            <LinkButton href={paths.user(user.id)}>View Profile</LinkButton>
            <FriendButton
              userId={user.id}
              status={statuses[user.id]}
              ask="Add Friend"
              asked={texts.friends.requestSent}
              request={() => requestByPath(user.id)}
            />
          </UserCard>
        </li>
      ))}
    </ul>
  );
}
