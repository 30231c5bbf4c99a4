import { Select } from "../../../islands/forms/Field.tsx";
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

export function VoteForm({ poll, failed }: Props) {
  const { id, groupId, kind, mine } = poll;
  const error = failed?.refusal.issues?.[0]?.message;
  const Choices = kind === "ranked" ? RankedChoices : PlainChoices;
  return (
    <form method="post" action={`${clubPaths.poll(groupId, id)}/vote`} className="poll-form">
      <fieldset className="poll-choices" aria-describedby={error && "vote-error"}>
        <legend className="field-label">{words.kindHints[kind]}</legend>
        <Choices poll={poll} sent={failed?.sent} />
        {error && (
          <p className="field-error" id="vote-error">
            <Icon name="warning" />
            {error}
          </p>
        )}
      </fieldset>
      <Submit kind="primary">{mine.length > 0 ? words.voteAgain : words.vote}</Submit>
    </form>
  );
}

interface ChoicesProps {
  poll: Poll;
  sent?: Record<string, string>;
}

function PlainChoices({ poll: { kind, options, mine }, sent }: ChoicesProps) {
  const isOne = kind === "one";
  const isChosen = (id: string) =>
    sent === undefined ? mine.includes(id) : isOne ? sent.option === id : sent[`option ${id}`] !== undefined;
  return (
    <>
      {options.map(({ id, text }) => (
        <label key={id} className="poll-choice">
          <input
            type={isOne ? "radio" : "checkbox"}
            name={isOne ? "option" : `option ${id}`}
            value={id}
            defaultChecked={isChosen(id)}
            required={isOne}
          />
          <span dir="auto">{text}</span>
        </label>
      ))}
    </>
  );
}

function RankedChoices({ poll: { options, mine }, sent }: ChoicesProps) {
  const listed = [
    { value: "", label: words.noChoice },
    ...options.map(({ id, text }) => ({ value: id, label: text })),
  ];
  return (
    <div className="stack">
      {/* In whole: a closed list on a phone cuts them off. */}
      <ul className="poll-options">
        {options.map(({ id, text }) => <li key={id} dir="auto">{text}</li>)}
      </ul>
      {options.map((_, index) => {
        const name = `choice ${index + 1}`;
        const chosen = sent === undefined ? mine[index] : sent[name];
        return (
          <Select
            key={name}
            name={name}
            label={words.choice(index + 1)}
            options={listed}
            defaultValue={chosen ?? ""}
            required={index === 0}
          />
        );
      })}
    </div>
  );
}
