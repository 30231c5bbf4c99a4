import { z } from "zod";
import { findPerson, listPeople, type Person } from "../../../db/operator/people.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import {
  endSessions,
  removePersonProven,
  setDisabled,
  turnOffTwoStep,
} from "../../../server/actions/operator/operator.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { isOperator } from "../../../server/auth/operators.ts";
import { PeopleQuery } from "../../../server/contract/operator/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { Confirm } from "./Confirm.tsx";
import { answerForm, type C, formatOf, listQuery, More, operatorTab } from "./page.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

export const people = router();

const here = operatorPaths.operatorTab("people");

/** What is asked for once more, with a proof: the act's path, its button, its question, and what says that it is done. */
const provenActs = {
  remove: { text: words.remove, question: words.confirmRemove, success: words.removed, run: removePersonProven },
  "turn-off-codes": {
    text: words.turnOffCodes,
    question: words.confirmTurnOffCodes,
    success: words.codesTurnedOff,
    run: turnOffTwoStep,
  },
};
type ProvenAct = keyof typeof provenActs;
const provenActNames = Object.keys(provenActs) as ProvenAct[];

/** One of them, and whom it is for. */
interface Asked {
  act: ProvenAct;
  id: string;
}

people.get("/operator/people", operatorPage, (c) => {
  const asked = provenActNames.flatMap((act): Asked[] => {
    const id = c.req.query(act);
    return id === undefined ? [] : [{ act, id }];
  });
  return show(c, { asked: asked[0] });
});

async function show(c: C, { asked, failed }: { asked?: Asked; failed?: Refusal }): Promise<Response> {
  const { query = "", after } = PeopleQuery.catch({}).parse(c.req.query());
  const { deps, session } = c.var;
  const [listed, person, by] = await Promise.all([
    listPeople(deps.db, { query, after }),
    asked && findPerson(deps.db, asked.id),
    reauthenticatedBy(deps, session),
  ]);
  return await operatorTab(
    c,
    "people",
    <>
      {asked && person && (
        <Confirm
          question={provenActs[asked.act].question(`${person.fullName ?? person.username} (${person.email})`)}
          text={provenActs[asked.act].text}
          action={actionOf(c, asked.id, asked.act)}
          back={here + listQuery(c)}
          by={by}
        />
      )}
      <form className="operator-search" role="search" aria-label={words.tabs.people}>
        <Field label={words.search} name="query" type="search" defaultValue={query} />
        <Button type="submit" icon="search">{words.find}</Button>
      </form>
      <ul className="lined-list">
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
          {provenActNames.toReversed().map((act) => (
            <LinkButton
              key={act}
              href={here + listQuery(c, { [act]: id })}
              aria-label={`${provenActs[act].text}: ${email}`}
            >
              {provenActs[act].text}
            </LinkButton>
          ))}
        </div>
      )}
    </li>
  );
}

const actionOf = (c: C, id: string, act: string) => operatorPaths.operate("people", id, act) + listQuery(c);

const Act = ({ action, text, of }: { action: string; text: string; of: string }) => (
  <form method="post" action={action}>
    <Button type="submit" kind="plain" aria-label={`${text}: ${of}`}>{text}</Button>
  </form>
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

for (const act of provenActNames) {
  people.post(`/operator/people/:id/${act}`, operatorPage, async (c) => {
    const { deps, session } = c.var;
    const id = c.req.param("id")!;
    const { run, success } = provenActs[act];
    const outcome = await runFormAction(
      c,
      { schema: Reauthentication, fields: await readForm(c) },
      (proof) => run(deps, session, { id, ...proof, caller: callerOf(c) }),
    );
    if (outcome.ok) return flashAndRedirect(c, outcome, { success, to: here + listQuery(c) });
    return await show(c, { asked: { act, id }, failed: outcome });
  });
}
