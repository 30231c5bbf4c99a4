import { z } from "zod";
import { findPerson, listPeople, type Person } from "../../../db/operators.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { endSessions, removePersonProven, setDisabled } from "../../../server/actions/operator.ts";
import { type ReauthenticatedBy, reauthenticatedBy } from "../../../server/actions/reauthentication.ts";
import { isOperator } from "../../../server/auth/operators.ts";
import { PeopleQuery } from "../../../server/contract/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { Reauthentication } from "../../../server/contract/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { ProvenForm } from "../../layout/ProvenForm.tsx";
import { answerForm, type C, formatOf, listQuery, More, operatorTab } from "./page.tsx";

export const people = router();

const here = formPaths.operatorTab("people");

people.get("/operator/people", operatorPage, (c) => show(c, { removing: c.req.query("remove") }));

async function show(c: C, { removing, failed }: { removing?: string; failed?: Refusal }): Promise<Response> {
  const { query = "", after } = PeopleQuery.catch({}).parse(c.req.query());
  const { deps, session } = c.var;
  const [listed, toRemove, by] = await Promise.all([
    listPeople(deps.db, { query, after }),
    removing === undefined ? undefined : findPerson(deps.db, removing),
    reauthenticatedBy(deps, session),
  ]);
  return await operatorTab(
    c,
    "people",
    <>
      {toRemove && <Removing person={toRemove} by={by} c={c} />}
      <form className="operator-search" role="search" aria-label={words.tabs.people}>
        <Field label={words.search} name="query" type="search" defaultValue={query} />
        <Button type="submit" icon="search">{words.find}</Button>
      </form>
      <ul className="operator-list">
        {listed.rows.map((person) => <Item key={person.id} person={person} c={c} />)}
      </ul>
      {listed.rows.length === 0 && <p>{words.none}</p>}
      <More page={listed} to={(after) => `${here}?${new URLSearchParams({ query, after })}`} />
    </>,
    failed,
  );
}

function Item({ person, c }: { person: Person; c: C }) {
  const { id, username, fullName, email, verified, createdAt, lastSeenAt, disabledAt, deletesAt } = person;
  const format = formatOf(c);
  const operates = isOperator(c.var.deps.config, { email, emailVerified: verified });
  const facts = [
    ...(operates ? [words.isOperator] : []),
    words.joined(format.day(createdAt)),
    lastSeenAt ? words.seen(format.day(lastSeenAt)) : words.neverSeen,
    ...(verified ? [] : [words.unverified]),
    ...(disabledAt ? [words.isDisabled] : []),
    ...(deletesAt ? [words.deletes(format.day(deletesAt))] : []),
  ];
  return (
    <li>
      <div className="operator-what">
        <p>
          <strong dir="auto">{fullName ?? username}</strong> {`${username}, ${email}`}
        </p>
        <p className="muted">{facts.join(", ")}</p>
      </div>
      {!operates && (
        <div className="operator-acts">
          <Act
            action={actionOf(c, id, disabledAt ? "enable" : "disable")}
            text={disabledAt ? words.enable : words.disable}
            of={email}
          />
          <Act action={actionOf(c, id, "end-sessions")} text={words.endSessions} of={email} />
          <LinkButton
            kind="danger"
            href={here + listQuery(c, { remove: id })}
            aria-label={`${words.remove}: ${email}`}
          >
            {words.remove}
          </LinkButton>
        </div>
      )}
    </li>
  );
}

const actionOf = (c: C, id: string, act: string) => formPaths.operate("people", id, act) + listQuery(c);

const Act = ({ action, text, of }: { action: string; text: string; of: string }) => (
  <form method="post" action={action}>
    <Button type="submit" kind="plain" aria-label={`${text}: ${of}`}>{text}</Button>
  </form>
);

interface RemovingProps {
  person: Person;
  /** The operator. */
  by: ReauthenticatedBy;
  c: C;
}

const Removing = ({ person: { id, fullName, username, email }, by, c }: RemovingProps) => (
  <section className="card stack">
    <p>{words.confirmRemove(`${fullName ?? username} (${email})`)}</p>
    <ProvenForm
      by={by}
      method="post"
      action={actionOf(c, id, "remove")}
      buttons={
        <>
          <Button type="submit" kind="danger">{words.remove}</Button>
          <LinkButton href={here + listQuery(c)}>{words.cancel}</LinkButton>
        </>
      }
    />
  </section>
);

const schema = z.unknown();
const tab = "people";

people.post("/operator/people/:id/disable", operatorPage, (c) => {
  const id = c.req.param("id");
  const disable = () => setDisabled(c.var.deps, c.var.user, { id, disabled: true });
  return answerForm(c, { schema, tab, success: words.disabled }, disable);
});

people.post("/operator/people/:id/enable", operatorPage, (c) => {
  const id = c.req.param("id");
  const enable = () => setDisabled(c.var.deps, c.var.user, { id, disabled: false });
  return answerForm(c, { schema, tab, success: words.enabled }, enable);
});

people.post("/operator/people/:id/end-sessions", operatorPage, (c) => {
  const end = () => endSessions(c.var.deps, c.var.user, c.req.param("id"));
  return answerForm(c, { schema, tab, success: words.sessionsEnded }, end);
});

people.post("/operator/people/:id/remove", operatorPage, async (c) => {
  const { deps, session } = c.var;
  const id = c.req.param("id");
  const outcome = await runFormAction(
    c,
    { schema: Reauthentication, fields: await readForm(c) },
    ({ password }) => removePersonProven(deps, session, { id, password, caller: callerOf(c) }),
  );
  if (outcome.ok) return flashAndRedirect(c, outcome, { success: words.removed, to: here + listQuery(c) });
  return await show(c, { removing: id, failed: outcome });
});
