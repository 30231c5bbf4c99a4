import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import {
  chooseWinner,
  closePoll,
  createPoll,
  listPolls,
  readPoll,
  removePoll,
  vote,
} from "../../../server/actions/groups/polls.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { type Poll, PollsQuery } from "../../../server/contract/groups/poll_shapes.ts";
import { pollTexts as words } from "../../../server/contract/groups/poll_texts.ts";
import { NotFound } from "../../../server/errors.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { ConfirmFold, LinkRow } from "../../layout/parts.tsx";
import { timesFor } from "./meeting_time.ts";
import { type PartOfGroup, partOfGroup } from "./part_of_group.tsx";
import { PollForm } from "./poll_form.tsx";
import { Results } from "./poll_results.tsx";
import { Vote } from "./vote_form.tsx";

export const polls = router();

polls.get("/group/:id/polls", signedInPage, (c) => showPolls(c, c.req.param("id")));
polls.get("/group/:id/polls/:pollId", signedInPage, (c) => showPoll(c, c.req.param()));

const head = {
  description: words.description,
  styles: ["polls-page"],
  live: "polls",
  ofGroups: true,
} satisfies Partial<PartOfGroup>;

const showPolls = (c: C, groupId: string, failed?: FailedForm): Promise<Response> =>
  partOfGroup(c, { ...head, groupId, failed }, async (group) => {
    const ofSuggested = c.req.query("suggested") !== undefined;
    const after = PollsQuery.safeParse(c.req.query()).data?.after;
    const { polls, hasMore } = await listPolls(c.var.deps, c.var.user, { groupId, after });
    const [open, closed] = [polls.filter(({ closedAt }) => !closedAt), polls.filter(({ closedAt }) => closedAt)];
    const isEmpty = polls.length === 0 && after === undefined;
    return {
      title: words.title,
      body: (
        <>
          {open.length === 0 && after === undefined && (group.role === "member"
            ? (
              <EmptyState picture="people" text={words.none}>
                <p className="muted">{words.noneHint}</p>
              </EmptyState>
            )
            : <p className="muted">{words.none}</p>)}
          <PollList c={c} polls={open} />
          {(group.role !== "member" || failed) && (
            <details className="fold" id="open-poll" open={failed !== undefined || ofSuggested || isEmpty}>
              <summary>{words.openPoll}</summary>
              {await PollForm({ c, groupId, failed, ofSuggested })}
            </details>
          )}
          {closed.length > 0 && (
            <section className="stack" aria-labelledby="closed-polls">
              <h2 id="closed-polls">{words.past}</h2>
              <PollList c={c} polls={closed} />
            </section>
          )}
          {hasMore && (
            <LinkRow href={`${clubPaths.polls(groupId)}?after=${encodeURIComponent(polls.at(-1)!.id)}`}>
              {words.more}
            </LinkRow>
          )}
        </>
      ),
    };
  });

function PollList({ c, polls }: { c: C; polls: Poll[] }) {
  if (polls.length === 0) return null;
  return (
    <ul className="lined-list">
      {polls.map((poll) => (
        <li key={poll.id}>
          <span>
            <a href={clubPaths.poll(poll.groupId, poll.id)} dir="auto">{poll.question}</a>
            <br />
            <State c={c} poll={poll} />
          </span>
          <span className="muted">
            {[poll.voted !== null && words.answered(poll.voted), poll.mine.length > 0 && words.youVoted]
              .filter(Boolean).join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function State({ c, poll: { closesAt, closedAt, winner, options } }: { c: C; poll: Poll }) {
  const at = closedAt ?? closesAt;
  const won = options.find(({ id }) => id === winner);
  if (at === null) return null;
  const format = timesFor(c)("UTC");
  const time = format.shortInText(at);
  return (
    <>
      <time dateTime={at} title={format.fullNamed(at)}>{closedAt ? words.closedOn(time) : words.closes(time)}</time>
      {won && (
        <>
          {` · ${words.winner}: `}
          <bdi>{won.text}</bdi>
        </>
      )}
    </>
  );
}

interface Params {
  id: string;
  pollId: string;
}

const showPoll = (c: C, { id: groupId, pollId }: Params, failed?: FailedForm): Promise<Response> =>
  partOfGroup(c, { ...head, groupId, failed }, async (group) => {
    const poll = await findPoll(c, pollId);
    if (poll?.groupId !== groupId) {
      setFlash(c, "error", words.notFound);
      return c.redirect(clubPaths.polls(groupId), 303);
    }
    return {
      title: poll.question,
      about: { kind: "poll", id: pollId },
      back: { href: clubPaths.polls(groupId), text: words.title },
      body: (
        <>
          <p className="muted">
            <State c={c} poll={poll} />
            {(poll.closedAt ?? poll.closesAt) && <br />}
            {poll.secret ? words.isSecret : words.notSecret}
          </p>
          <Vote poll={poll} failed={failed} />
          {await Results({ c, poll, mayChoose: group.role !== "member" })}
          {poll.mayChange && <Changes poll={poll} />}
        </>
      ),
    };
  });

function Changes({ poll: { id, groupId, closedAt } }: { poll: Poll }) {
  const path = clubPaths.poll(groupId, id);
  return (
    <>
      {closedAt === null && (
        <ConfirmFold action={`${path}/close`} text={words.closePoll} hint={words.closeHint} kind="quiet" />
      )}
      <ConfirmFold action={`${path}/remove`} text={words.remove} hint={words.removeHint} />
    </>
  );
}

async function findPoll(c: C, id: string): Promise<Poll | undefined> {
  try {
    return await readPoll(c.var.deps, c.var.user, id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

mountForm(polls, createPoll, {
  refused: (c, refusal, { params, fields }) => showPolls(c, params.id, { refusal, sent: fields }),
});

mountForm(polls, vote, {
  refused(c, refusal, { params, fields }) {
    const { id, pollId } = params as unknown as Params;
    return refusal.issues ? showPoll(c, { id, pollId }, { refusal, sent: fields }) : undefined;
  },
});

mountForms(polls, [chooseWinner, closePoll, removePoll]);
