import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { FriendRequest } from "../server/contract/people/shapes.ts";
import { removeRow } from "./ui/removeRow.ts";
import { listRequests } from "./people/calls.ts";
import { emit } from "./runtime/events.ts";
import { changeOverview, onOverview } from "./runtime/overview.ts";
import { EmptyState } from "./ui/EmptyState.tsx";
import { friendsTexts } from "../server/contract/people/texts.ts";
import { useSubmit } from "./forms/useSubmit.ts";
import { ApiError, call } from "./runtime/api.ts";
import { Button } from "./ui/Button.tsx";
import { UserCard } from "./ui/UserCard.tsx";
import { withNext } from "../server/contract/site/paths.ts";
import { peoplePaths } from "../server/contract/people/paths.ts";

interface Props {
  requests: FriendRequest[];
  here: string;
}

export function FriendRequests({ here, ...props }: Props) {
  useSignals();
  const requests = useSignal(props.requests);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => onOverview((overview) => void (overview.requests !== requests.value.length && reload())), []);

  async function reload() {
    requests.value = await listRequests().catch((error) => (console.warn(error), requests.value));
  }

  function remove(requestId: string) {
    removeRow({ rows: requests, element: list.current! }, ({ id }) => id === requestId);
    const { length } = requests.value;
    emit("tabCount", { tab: "Friend Requests", count: length });
    changeOverview((before) => ({ ...before, requests: length }));
  }

  return (
    <div ref={list} tabIndex={-1}>
      {requests.value.length === 0
        ? <EmptyState picture="requests" text={friendsTexts.noRequests} />
        : (
          <ul className="cards">
            {requests.value.map((request) => (
              <li key={request.id}>
                <RequestCard request={request} here={here} onAnswered={() => remove(request.id)} />
              </li>
            ))}
          </ul>
        )}
    </div>
  );
}

interface RequestCardProps {
  request: FriendRequest;
  here: string;
  onAnswered: () => void;
}

const answers = {
  accept: { text: "Accept", busy: "Accepting...", done: friendsTexts.accepted, failed: friendsTexts.acceptFailed },
  decline: {
    text: "Decline",
    busy: "Declining...",
    done: friendsTexts.declined,
    failed: friendsTexts.declineFailed,
  },
};
type Answer = keyof typeof answers;

function RequestCard({ request: { id, sender }, here, onAnswered }: RequestCardProps) {
  const { sending, onSubmit } = useSubmit({
    async submit(fields) {
      const answer = fields.answer as Answer;
      await call(`POST /friends/${answer}-friend-request/:id`, { id });
      return answer;
    },
    onSuccess(answer) {
      onAnswered();
      if (answer === "accept") emit("tabCountChanged", { tab: "Friends", change: 1 });
    },
    successToast: (answer) => answers[answer].done,
    failed: (_error, fields) => ({ text: answers[fields.answer as Answer].failed }),
    failureToast: true,
    onFailure(error) {
      const wasAnsweredElsewhere = error instanceof ApiError && error.status === 404;
      if (wasAnsweredElsewhere) onAnswered();
    },
  });

  return (
    <UserCard user={sender}>
      {(["accept", "decline"] as const).map((answer) => (
        <form
          key={answer}
          method="post"
          action={withNext(peoplePaths.answerFriendRequest(id, answer), here)}
          onSubmit={onSubmit}
        >
          <Button
            type="submit"
            name="answer"
            value={answer}
            kind={answer === "accept" ? "primary" : "plain"}
            busy={sending?.answer === answer}
            busyText={answers[answer].busy}
          >
            {answers[answer].text}
          </Button>
        </form>
      ))}
    </UserCard>
  );
}
