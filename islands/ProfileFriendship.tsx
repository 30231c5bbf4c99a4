import type { FriendStatus } from "../server/contract/friends.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { requestByBody } from "./people/calls.ts";
import { FriendButton } from "./people/FriendButton.tsx";

/** On someone's profile: sends a friend request, or shows the friendship. */
export function ProfileFriendship({ userId, status }: { userId: string; status: FriendStatus }) {
  return (
    <FriendButton
      userId={userId}
      status={status}
      label="Send Friend Request"
      sentLabel={texts.friends.profileRequestSent}
      here={paths.user(userId)}
      request={requestByBody}
    />
  );
}
