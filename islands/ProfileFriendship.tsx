import { useSignal } from "@preact/signals-react";
import { useEffect } from "react";
import type { FriendStatus } from "../server/contract/people/shapes.ts";
import { FriendButton, onFriendships } from "./people/FriendButton.tsx";
import { call } from "./runtime/api.ts";
import { reloader } from "./runtime/reloader.ts";
import { peoplePaths } from "../server/contract/people/paths.ts";
import { friendsTexts } from "../server/contract/people/texts.ts";

export function ProfileFriendship({ userId, ...props }: { userId: string; status: FriendStatus }) {
  const status = useSignal(props.status);
  useEffect(() => {
    const read = () => call("GET /friends/request-status/:userId", { userId });
    const { reload } = reloader(read, (found) => status.value = found);
    return onFriendships(reload);
  }, []);

  return (
    <FriendButton
      userId={userId}
      status={status}
      label="Send Friend Request"
      sentLabel={friendsTexts.profileRequestSent}
      here={peoplePaths.user(userId)}
      isMain
      request={() => call("POST /friends/friend-request", {}, { receiverId: userId })}
    />
  );
}
