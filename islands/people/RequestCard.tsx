import type { FriendRequest } from "../../server/contract/people/shapes.ts";
import { useSubmit } from "../forms/useSubmit.ts";
import { ApiError, call } from "../runtime/api.ts";
import { emit } from "../runtime/events.ts";
import { Button } from "../ui/Button.tsx";
import { UserCard } from "../ui/UserCard.tsx";
import { withNext } from "../../server/contract/site/paths.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { friendsTexts } from "../../server/contract/people/texts.ts";

interface Props {
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

export function RequestCard({ request: { id, sender }, here, onAnswered }: Props) {
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
