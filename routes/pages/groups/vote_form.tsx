import { fieldOf, Select } from "../../../islands/forms/Field.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import type { Poll } from "../../../server/contract/groups/poll_shapes.ts";
import { pollTexts as words } from "../../../server/contract/groups/poll_texts.ts";
import type { FailedForm } from "../../layout/page.tsx";
import { Submit } from "../../layout/parts.tsx";

interface Props {
  poll: Poll;
  failed?: FailedForm;
}

/** Once it is closed an open window keeps the choice that is made there: what is no part of the form is drawn anew. */
export const Vote = ({ poll, failed }: Props) => (
  <div className="poll-vote">
    {poll.closedAt === null
      ? (
        <>
          <VoteForm poll={poll} failed={failed} />
          <Submit form={formId} kind="primary">{poll.mine.length > 0 ? words.voteAgain : words.vote}</Submit>
        </>
      )
      : <p className="poll-closed">{words.takesNoVotes}</p>}
  </div>
);

const formId = "vote";

function VoteForm({ poll, failed }: Props) {
  const { id, groupId, kind } = poll;
  const error = failed?.refusal.issues?.[0]?.message;
  const isRanked = kind === "ranked";
  const Choices = isRanked ? RankedChoices : PlainChoices;
  return (
    <form id={formId} method="post" action={`${clubPaths.poll(groupId, id)}/vote`} className="narrow-form">
      <fieldset className="choice-set poll-choices" aria-describedby={isRanked ? "vote-hint" : error && "vote-error"}>
        <legend className="field-label">{words.kindHints[kind]}</legend>
        <Choices poll={poll} sent={failed?.sent} error={error} />
        {error && !isRanked && (
          <p className="field-error" id="vote-error">
            <Icon name="warning" />
            {error}
          </p>
        )}
      </fieldset>
    </form>
  );
}

interface ChoicesProps {
  poll: Poll;
  sent?: Record<string, string>;
  error?: string;
}

function PlainChoices({ poll: { kind, options, mine }, sent, error }: ChoicesProps) {
  const isOne = kind === "one";
  const isChosen = (id: string) =>
    sent === undefined ? mine.includes(id) : isOne ? sent.option === id : sent[`option ${id}`] !== undefined;
  return (
    <>
      {options.map(({ id, text }, index) => (
        <label key={id} className="check-row">
          <input
            type={isOne ? "radio" : "checkbox"}
            name={isOne ? "option" : `option ${id}`}
            value={id}
            defaultChecked={isChosen(id)}
            required={isOne}
            autoFocus={error !== undefined && index === 0}
          />
          <span dir="auto">{text}</span>
        </label>
      ))}
    </>
  );
}

function RankedChoices({ poll: { options, mine }, sent, error }: ChoicesProps) {
  const names = options.map((_, index) => `choice ${index + 1}`);
  const chosen = names.map((name, index) => (sent === undefined ? mine[index] : sent[name]) ?? "");
  const repeated = chosen.findIndex((id, index) => id !== "" && chosen.indexOf(id) < index);
  const issues = error === undefined ? [] : [{ path: names[Math.max(repeated, 0)], message: error }];
  return (
    <div className="stack">
      <p className="muted" id="vote-hint">{words.rankedHint}</p>
      {/* In whole: a closed list on a phone cuts them off. */}
      <ul className="poll-options">
        {options.map(({ id, text }) => <li key={id} dir="auto">{text}</li>)}
      </ul>
      {names.map((name, index) => (
        <Select
          key={name}
          {...fieldOf(name, issues)}
          label={words.choice(index + 1)}
          options={[
            { value: "", label: index === 0 ? words.noFirst : words.noChoice },
            ...options.map(({ id, text }) => ({ value: id, label: text })),
          ]}
          defaultValue={chosen[index]}
          required={index === 0}
        />
      ))}
    </div>
  );
}
