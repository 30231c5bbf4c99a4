import type { Signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FriendRequested, FriendStatus } from "../../server/contract/people/shapes.ts";
import { useSubmit } from "../forms/useSubmit.ts";
import { ApiError, failureText, serverFailure } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { withNext } from "../../server/contract/site/paths.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { friendsTexts } from "../../server/contract/people/texts.ts";
import { on } from "../runtime/events.ts";

interface Props {
  userId: string;
  status: Signal<FriendStatus>;
  label: string;
  sentLabel: string;
  here: string;
  /** Where it is what the page is for. */
  isMain?: boolean;
  request: () => Promise<FriendRequested>;
}

export function FriendButton({ userId, status, label, sentLabel, here, isMain, request }: Props) {
  useSignals();
  const { busy, onSubmit } = useSubmit({
    submit: request,
    onSuccess: ({ friends }) => status.value = { requestSent: !friends, requestReceived: false, friends },
    successToast: ({ message }) => message,
    failed: friendsTexts.sendFailed,
    onFailure(error) {
      const { code } = serverFailure(error);
      if (code === "already_sent") status.value = { requestSent: true, requestReceived: false, friends: false };
      if (code === "already_friends") status.value = { requestSent: false, requestReceived: false, friends: true };
      const isRefused = error instanceof ApiError && error.status === 400;
      if (isRefused) showToast("info", failureText(error, friendsTexts.alreadySent));
      else showToast("error", friendsTexts.sendFailed);
    },
  });

  const { friends, requestSent, requestReceived } = status.value;
  if (friends) return <span className="badge">Friends</span>;
  if (requestSent) return <Button disabled>{sentLabel}</Button>;
  if (requestReceived) return <LinkButton href={peoplePaths.pendingRequests}>Respond</LinkButton>;
  return (
    <form method="post" action={withNext(peoplePaths.friendRequests, here)} onSubmit={onSubmit}>
      <input type="hidden" name="userId" value={userId} />
      <Button type="submit" kind={isMain ? "primary" : "quiet"} icon="user-plus" busy={busy} busyText="Sending...">
        {label}
      </Button>
    </form>
  );
}

/** Calls when a friendship or a request may have begun or ended: by a notice of it, or by the end of one. */
export function onFriendships(listener: () => void): () => void {
  const stops = [
    on("notice", ({ kind }) => void ((kind === "friendRequest" || kind === "friendAccepted") && listener())),
    on("noticesRead", ({ gone }) => void (gone && listener())),
  ];
  return () => stops.forEach((stop) => stop());
}
