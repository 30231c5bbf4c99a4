import type { FriendStatus } from "../server/contract/friends.ts";
import { texts } from "../server/contract/texts.ts";
import { FriendButton, requestByBody } from "./people/FriendButton.tsx";

/** On someone's profile: ask to be friends, or see how things stand. */
export function ProfileFriendship({ userId, status }: { userId: string; status: FriendStatus }) {
  return (
    <FriendButton
      userId={userId}
      status={status}
      ask="Send Friend Request"
      asked={texts.friends.profileRequestSent}
      request={() => requestByBody(userId)}
    />
  );
}
