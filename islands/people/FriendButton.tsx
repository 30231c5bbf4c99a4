import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { FriendRequested, FriendStatus } from "../../server/contract/friends.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ApiError, call, failureIn, saidBy } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";

interface Props {
  userId: string;
  status: FriendStatus;
  /** The words of the place it stands in, for asking and for having asked. */
  ask: string;
  asked: string;
  /** Asks the server. */
  request: () => Promise<FriendRequested>;
}

/** Asks someone to be friends, or says how things stand. */
export function FriendButton({ userId, ask, asked, request, ...props }: Props) {
  useSignals();
  const status = useSignal(props.status);
  const busy = useSignal(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    busy.value = true;
    try {
      const { message, friends } = await request();
      status.value = { requestSent: !friends, requestReceived: false, friends };
      showToast("success", message);
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 400;
      const { code } = failureIn(error);
      if (code === "already_sent") status.value = { requestSent: true, requestReceived: false, friends: false };
      if (code === "already_friends") status.value = { requestSent: false, requestReceived: false, friends: true };
      showToast(
        refused ? "info" : "error",
        refused ? saidBy(error, texts.friends.alreadySent) : texts.friends.sendFailed,
      );
    }
    busy.value = false;
  }

  const { friends, requestSent, requestReceived } = status.value;
  if (friends) return <span className="badge">Friends</span>;
  if (requestSent) return <Button disabled>{asked}</Button>;
  if (requestReceived) return <LinkButton href={`${paths.dashboard}?tab=friends`}>Respond</LinkButton>;
  return (
    <form method="post" onSubmit={submit}>
      <input type="hidden" name="userId" value={userId} />
      <Button type="submit" name="intent" value="request" icon="user-plus" busy={busy.value} busyText="Sending...">
        {ask}
      </Button>
    </form>
  );
}

/** The call of the search results. */
export const requestByPath = (userId: string) =>
  call<FriendRequested>("POST", `/friends/request/${encodeURIComponent(userId)}`);

/** The call of a profile. */
export const requestByBody = (userId: string) =>
  call<FriendRequested>("POST", "/friends/friend-request", { receiverId: userId });
