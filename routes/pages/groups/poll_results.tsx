import { findBook } from "../../../db/books/books.ts";
import { countRounds } from "../../../server/actions/groups/polls.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import type { Poll, PollOption } from "../../../server/contract/groups/poll_shapes.ts";
import { pollTexts as words } from "../../../server/contract/groups/poll_texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import type { C } from "../../layout/page.tsx";
import { LinkRow, PostButton } from "../../layout/parts.tsx";
import { ReaderName } from "../reading/reader_cell.tsx";

interface Props {
  c: C;
  poll: Poll;
  /** Whether they may choose what the group reads now. */
  mayChoose: boolean;
}

export async function Results({ c, poll, mayChoose }: Props) {
  const { options, voted, kind, closedAt } = poll;
  if (!closedAt && options.some(({ votes }) => votes === null)) {
    return <p className="muted">{words.answered(voted ?? 0)}. {words.resultsLater}</p>;
  }
  return (
    <section className="card stack" aria-labelledby="results">
      <h2 id="results">{words.results}</h2>
      {closedAt && await Outcome({ c, poll, mayChoose })}
      <p className="muted">
        {voted === null
          ? words.notCounted
          : kind === "ranked"
          ? `${words.answered(voted)}. ${words.firstChoices}`
          : words.answered(voted)}
      </p>
      <ul className="poll-results">
        {options.map((option) =>
          voted === null
            ? (
              <li key={option.id}>
                <bdi>{option.text}</bdi>
              </li>
            )
            : <OptionResult key={option.id} option={option} voted={voted} isWinner={option.id === poll.winner} />
        )}
      </ul>
      {kind === "ranked" && closedAt && voted !== null && voted > 0 && await Rounds({ c, poll })}
    </section>
  );
}

async function Outcome({ c, poll: { id, groupId, winner, options, voted }, mayChoose }: Props) {
  const won = options.find(({ id }) => id === winner);
  if (!won) {
    return (
      <>
        <p>{voted === null ? words.unknownWinner : voted > 0 ? words.noWinner : words.nobody}</p>
        {mayChoose && options.some(({ bookId }) => bookId) && (
          <LinkRow href={shelfPaths.state(groupId, "suggested")}>{words.toShelf}</LinkRow>
        )}
      </>
    );
  }
  const { deps: { db }, user } = c.var;
  const book = mayChoose && won.bookId ? await findBook(db, user.id, won.bookId) : undefined;
  return (
    <>
      <p>
        {words.winner}: <b dir="auto">{won.text}</b>
      </p>
      {won.bookId && (
        <div className="cluster">
          {book && book.state !== "now" && (
            <PostButton action={`${clubPaths.poll(groupId, id)}/read`} kind="primary">{words.read}</PostButton>
          )}
          <LinkRow href={readingPaths.bookPlan(groupId, won.bookId)}>{words.toPlan}</LinkRow>
        </div>
      )}
    </>
  );
}

interface OptionProps {
  option: PollOption;
  voted: number;
  isWinner: boolean;
}

function OptionResult({ option: { id, text, votes, voters }, voted, isWinner }: OptionProps) {
  const counted = votes ?? 0;
  return (
    <li>
      <div className="poll-result-head">
        <span>
          <bdi id={`option-${id}`}>{text}</bdi>
          {isWinner && ` · ${words.winner}`}
        </span>
        <span>{words.votes(counted, voted)}</span>
      </div>
      <progress value={counted} max={Math.max(voted, 1)} aria-labelledby={`option-${id}`} />
      {voters && voters.length > 0 && (
        <div className="face-row">
          {voters.map((user) => <ReaderName key={user.id} user={user} />)}
          {counted > voters.length && <span className="muted">{words.moreVoters(counted - voters.length)}</span>}
        </div>
      )}
    </li>
  );
}

async function Rounds({ c, poll }: { c: C; poll: Poll }) {
  const { rounds } = await countRounds(c.var.deps, c.var.user, poll);
  const nameOf = (id: string) => poll.options.find((option) => option.id === id)!.text;
  return (
    <details className="fold">
      <summary>{words.rounds}</summary>
      <p className="muted">{words.roundsHint}</p>
      <ol className="poll-rounds">
        {rounds.map(({ votes, out }, index) => (
          <li key={index}>
            {votes.map(({ option, count }) => `${nameOf(option)} ${count}`).join(", ")}
            {out !== null && `. ${words.goes(nameOf(out))}`}
          </li>
        ))}
      </ol>
    </details>
  );
}
