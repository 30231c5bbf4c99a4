import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { FriendRequest } from "../server/contract/friends.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./components/Button.tsx";
import { EmptyState } from "./components/EmptyState.tsx";
import { UserCard } from "./components/UserCard.tsx";
import { call } from "./lib/api.ts";
import { showTabCount } from "./lib/tabs.ts";
import { showToast } from "./lib/toasts.ts";

type Answer = "accept" | "decline";
const failures = { accept: texts.friends.acceptFailed, decline: texts.friends.declineFailed };

/** The requests that wait for an answer, on the dashboard and on the profile alike. */
export function FriendRequests(props: { requests: FriendRequest[] }) {
  useSignals();
  const requests = useSignal(props.requests);
  const busy = useSignal<string | undefined>(undefined);
  useEffect(() => showTabCount("Friend Requests", requests.value.length), [requests.value.length]);

  async function answer(id: string, how: Answer) {
    busy.value = `${how} ${id}`;
    try {
      const path = `/friends/${how}-friend-request/${encodeURIComponent(id)}`;
      const { message } = await call<{ message: string }>("POST", path);
      requests.value = requests.value.filter((request) => request.id !== id);
      showToast("success", message);
    } catch {
      showToast("error", failures[how]);
    }
    busy.value = undefined;
  }

  if (requests.value.length === 0) return <EmptyState picture="requests" text={texts.friends.noRequests} />;
  return (
    <ul className="cards">
      {requests.value.map(({ id, sender }) => (
        <li key={id}>
          <UserCard user={sender}>
            <AnswerButton {...{ id, busy: busy.value }} how="accept" onAnswer={answer} />
            <AnswerButton {...{ id, busy: busy.value }} how="decline" onAnswer={answer} />
          </UserCard>
        </li>
      ))}
    </ul>
  );
}

interface AnswerProps {
  id: string;
  how: Answer;
  busy: string | undefined;
  onAnswer: (id: string, how: Answer) => void;
}

function AnswerButton({ id, how, busy, onAnswer }: AnswerProps) {
  return (
    <form method="post" onSubmit={(event) => (event.preventDefault(), onAnswer(id, how))}>
      <input type="hidden" name="requestId" value={id} />
      <Button
        type="submit"
        name="intent"
        value={how}
        kind={how === "accept" ? "primary" : "quiet"}
        busy={busy === `${how} ${id}`}
        busyText={how === "accept" ? "Accepting..." : "Declining..."}
      >
        {how === "accept" ? "Accept" : "Decline"}
      </Button>
    </form>
  );
}
