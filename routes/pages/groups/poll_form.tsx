import { listPollBooks } from "../../../db/groups/new_polls.ts";
import { Field, fieldOf, Select, TextArea } from "../../../islands/forms/Field.tsx";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { polls as limits } from "../../../server/contract/groups/limits.ts";
import { pollKinds } from "../../../server/contract/groups/poll_shapes.ts";
import { pollTexts as words } from "../../../server/contract/groups/poll_texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { Submit } from "../../layout/parts.tsx";
import { zoneOptions } from "./time_zones.ts";

interface Props {
  c: C;
  groupId: string;
  failed?: FailedForm;
  /** To begin with, what is suggested is chosen. */
  ofSuggested?: boolean;
}

export async function PollForm({ c, groupId, failed, ofSuggested }: Props) {
  const { deps: { db }, user } = c.var;
  const books = await listPollBooks(db, user.id, groupId);
  const sent: Record<string, string> = failed?.sent ?? {};
  const issues = (failed?.refusal.issues ?? []).map(({ path, message }) => ({ path: path.split(".")[0], message }));
  const { min, max } = limits.options;
  const chosen = new Set(
    failed || !ofSuggested
      ? books.filter(({ id }) => sent[`book ${id}`] !== undefined)
      : books.filter(({ state }) => state === "suggested").slice(0, max),
  );
  const field = (name: string) => ({ ...fieldOf(name, issues), defaultValue: sent[name] ?? "" });
  return (
    <form method="post" action={clubPaths.newPoll(groupId)} className="narrow-form">
      <input type="hidden" name="formKey" value={formKeyFor(failed?.sent)} />
      <Field {...field("question")} label={words.question} dir="auto" maxLength={limits.question} required />
      <Select
        {...field("kind")}
        label={words.kind}
        options={pollKinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
      />
      {books.length > 0 && <BookChoices books={books} chosen={chosen} />}
      <TextArea
        {...field("options")}
        label={words.options}
        hint={(books.length > 0 ? words.optionsWithBooks : words.optionsHint)(min, max)}
        dir="auto"
        rows={4}
        required={books.length === 0}
      />
      <ClosingFields field={field} ownZone={readerLocale(c).timeZone} sentZone={sent.timeZone} />
      <SecretField isChosen={sent.secret !== undefined} />
      <Submit kind="primary">{words.openPoll}</Submit>
    </form>
  );
}

type PollBook = Awaited<ReturnType<typeof listPollBooks>>[number];

const BookChoices = ({ books, chosen }: { books: PollBook[]; chosen: Set<PollBook> }) => (
  <fieldset className="choice-set poll-choices">
    <legend className="field-label">{words.books}</legend>
    {books.map((book) => (
      <label key={book.id} className="check-row">
        <input type="checkbox" name={`book ${book.id}`} defaultChecked={chosen.has(book)} />
        <span dir="auto">{book.title}</span>
      </label>
    ))}
  </fieldset>
);

interface ClosingProps {
  field: (name: string) => ReturnType<typeof fieldOf>;
  ownZone: string;
  sentZone?: string;
}

function ClosingFields({ field, ownZone, sentZone }: ClosingProps) {
  const zone = sentZone ?? ownZone;
  // Without script nothing tells the zone.
  const isKnown = ownZone !== "UTC";
  return (
    <>
      <Field
        {...field("closesAt")}
        label={words.closesAt}
        hint={words.closesHint(isKnown ? zone : undefined)}
        type="datetime-local"
      />
      {isKnown ? <input type="hidden" name="timeZone" value={zone} /> : (
        <Select
          {...field("timeZone")}
          label={words.timeZone}
          defaultValue={zone}
          options={zoneOptions(ownZone, zone)}
        />
      )}
    </>
  );
}

const SecretField = ({ isChosen }: { isChosen: boolean }) => (
  <div className="field">
    <label className="check-row">
      <input type="checkbox" name="secret" defaultChecked={isChosen} aria-describedby="secret-hint" />
      <span>{words.secret}</span>
    </label>
    <p className="field-hint" id="secret-hint">{words.secretHint}</p>
  </div>
);
