import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import type { FriendRequest } from "../server/contract/friends.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { UserCard } from "./ui/UserCard.tsx";
import { ApiError, call } from "./runtime/api.ts";
import { useBusyRows } from "./forms/useBusyRows.ts";
import { removeRow } from "./forms/focus.ts";
import { emit } from "./runtime/events.ts";
import { showToast } from "./runtime/toast.ts";

const answers = ["accept", "decline"] as const;
type Answer = (typeof answers)[number];
const words = {
  accept: { action: "Accept", busy: "Accepting...", done: texts.friends.accepted, failed: texts.friends.acceptFailed },
  decline: {
    action: "Decline",
    busy: "Declining...",
    done: texts.friends.declined,
    failed: texts.friends.declineFailed,
  },
};

/** The requests that wait for an answer, on the dashboard and on the profile alike. */
export function FriendRequests(props: { requests: FriendRequest[] }) {
  useSignals();
  const requests = useSignal(props.requests);
  const busy = useBusyRows<string, Answer>();
  const list = useRef<HTMLDivElement>(null);

  async function answer(id: string, how: Answer) {
    try {
      await call("POST", `/friends/${how}-friend-request/${encodeURIComponent(id)}`);
      remove(id);
      if (how === "accept") emit("tabCountChanged", { tab: "Friends", change: 1 });
      showToast("success", words[how].done);
    } catch (error) {
      // Answered elsewhere: it waits no more.
      if (error instanceof ApiError && error.status === 404) remove(id);
      showToast("error", words[how].failed);
    }
  }

  function remove(id: string) {
    removeRow({ rows: requests, element: list.current! }, (request) => request.id === id);
    emit("tabCountChanged", { tab: "Friend Requests", change: -1 });
  }

  return (
    <div ref={list} tabIndex={-1}>
      {requests.value.length === 0
        ? <EmptyState picture="requests" text={texts.friends.noRequests} />
        : (
          <ul className="cards">
            {requests.value.map(({ id, sender }) => (
              <li key={id}>
                <UserCard user={sender}>
                  {answers.map((how) => (
                    <AnswerButton
                      key={how}
                      {...{ id, how }}
                      busy={busy.workOn(id) === how}
                      onAnswer={() => busy.run(id, how, () => answer(id, how))}
                    />
                  ))}
                </UserCard>
              </li>
            ))}
          </ul>
        )}
    </div>
  );
}

interface AnswerProps {
  id: string;
  how: Answer;
  busy: boolean;
  onAnswer: () => void;
}

function AnswerButton({ id, how, busy, onAnswer }: AnswerProps) {
  return (
    <form method="post" onSubmit={(event) => (event.preventDefault(), onAnswer())}>
      <input type="hidden" name="requestId" value={id} />
      <Button
        type="submit"
        name="intent"
        value={how}
        kind={how === "accept" ? "primary" : "quiet"}
        busy={busy}
        busyText={words[how].busy}
      >
        {words[how].action}
      </Button>
    </form>
  );
}
