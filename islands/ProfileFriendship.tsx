import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { FriendStatus } from "../server/contract/people/shapes.ts";
import { FriendButton, onFriendships } from "./people/FriendButton.tsx";
import { call } from "./runtime/api.ts";
import { reloader } from "./runtime/reloader.ts";
import { Button } from "./ui/Button.tsx";
import { conversationTexts } from "../server/contract/groups/conversation_texts.ts";
import { conversationPaths, peoplePaths } from "../server/contract/people/paths.ts";
import { friendsTexts } from "../server/contract/people/texts.ts";

interface Props {
  userId: string;
  status: FriendStatus;
  /** Whether friends can write to each other here. */
  hasMessages: boolean;
}

export function ProfileFriendship({ userId, hasMessages, ...props }: Props) {
  useSignals();
  const status = useSignal(props.status);
  useEffect(() => {
    const read = () => call("GET /friends/request-status/:userId", { userId });
    const { reload } = reloader(read, (found) => status.value = found);
    return onFriendships(reload);
  }, []);

  return (
    <>
      <FriendButton
        userId={userId}
        status={status}
        label="Send Friend Request"
        sentLabel={friendsTexts.profileRequestSent}
        here={peoplePaths.user(userId)}
        isMain
        request={() => call("POST /friends/friend-request", {}, { receiverId: userId })}
      />
      {hasMessages && status.value.friends && (
        <form method="post" action={conversationPaths.open(userId)}>
          <Button type="submit" icon="chat">{conversationTexts.message}</Button>
        </form>
      )}
    </>
  );
}
