import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { countPeople, findPerson, listPeople } from "../../../db/operator/people_and_groups.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { dayInText } from "../../../islands/ui/time_format.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { makeCardForPerson, sendLinkToPerson } from "../../../server/actions/account/cards.ts";
import {
  deletePerson,
  endPersonSessions,
  turnOffPersonCodes,
  updatePerson,
} from "../../../server/actions/operator/people_and_groups.ts";
import { isOperator } from "../../../server/auth/operators.ts";
import type { AddedPerson } from "../../../server/contract/account/added_people_shapes.ts";
import { cardPaths } from "../../../server/contract/account/paths.ts";
import { addedPeopleTexts } from "../../../server/contract/account/texts.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { PeopleQuery, type Person, personStates } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import type { Refusal } from "../../../server/http/form.ts";
import { type FormDoor, mountForm, mountForms } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { showCards } from "../account/cards.tsx";
import type { C } from "../../layout/page.tsx";
import { Act, actionIn, Confirm, formatOf, List, listQuery, operatorTab, RowMenu } from "./page.tsx";

export const people = router();

const here = operatorPaths.operatorTab("people");

const confirmed = {
  remove: { operation: deletePerson, text: words.remove, question: words.confirmRemove },
  "new-card": {
    operation: makeCardForPerson,
    text: addedPeopleTexts.newCard,
    question: addedPeopleTexts.confirmNewCard,
  },
  "turn-off-codes": { operation: turnOffPersonCodes, text: words.turnOffCodes, question: words.confirmTurnOffCodes },
};
type ConfirmedAct = keyof typeof confirmed;
const confirmedActs = Object.keys(confirmed) as ConfirmedAct[];

people.get("/operator/people", operatorPage, (c) => {
  const act = confirmedActs.find((act) => c.req.query(act) !== undefined);
  return show(c, { question: act && { act, id: c.req.query(act)! } });
});

mountForms(people, [updatePerson, endPersonSessions, sendLinkToPerson]);
const showCard: FormDoor["done"] = (c, { person }: { person?: AddedPerson }) =>
  person && showCards(c, { people: [person], back: { href: here, text: addedPeopleTexts.toPeople }, areNew: true });

for (const act of confirmedActs) {
  mountForm(people, confirmed[act].operation, {
    done: act === "new-card" ? showCard : undefined,
    refused: (c, refusal, { params }) => show(c, { question: { act, id: params.id }, refusal }),
  });
}

interface Question {
  act: ConfirmedAct;
  id: string;
}

async function show(c: C, { question, refusal }: { question?: Question; refusal?: Refusal }): Promise<Response> {
  const { query = "", state, after } = PeopleQuery.catch({}).parse(c.req.query());
  const { deps, session } = c.var;
  const [listed, counts, person, by] = await Promise.all([
    listPeople(deps.db, { query, state, after }),
    countPeople(deps.db),
    question && findPerson(deps.db, question.id),
    reauthenticatedBy(deps, session),
  ]);
  const atLeast = counts.all < operatorLimits.counted ? "" : "+";
  return await operatorTab(c, "people", {
    refusal,
    action: <LinkButton href={cardPaths.addToSite()} icon="user-plus">{addedPeopleTexts.title}</LinkButton>,
    body: (
      <>
        {question && person && (
          <Confirm
            question={confirmed[question.act].question(`${person.fullName ?? person.username} (${loginOf(person)})`)}
            text={confirmed[question.act].text}
            action={actionIn(c, "people", question)}
            back={here + listQuery(c)}
            by={by}
          />
        )}
        <div className="operator-find">
          <form className="operator-search" role="search" aria-label={words.tabs.people}>
            <Field label={words.search} name="query" type="search" defaultValue={query} />
            <Button type="submit" icon="search">{words.find}</Button>
          </form>
          <nav className="operator-states" aria-label={words.shown}>
            {(["all", ...personStates] as const).map((one) => (
              <a
                key={one}
                href={one === "all" ? here : `${here}?state=${one}`}
                aria-current={!query && one === (state ?? "all") ? "page" : undefined}
              >
                {words.personStates[one]}
                <span className="operator-count">{` ${counts[one].toLocaleString("en")}${atLeast}`}</span>
              </a>
            ))}
          </nav>
        </div>
        <List
          tab="people"
          query={{ query, ...state && { state } }}
          page={listed}
          none={query ? words.nobodyFound(query) : undefined}
        >
          {(person) => <Item person={person} c={c} />}
        </List>
      </>
    ),
  });
}

const dangersOf = ({ hasTwoStep }: Person): ConfirmedAct[] => hasTwoStep ? ["turn-off-codes", "remove"] : ["remove"];

const loginOf = ({ email, username }: Person): string => email ?? username;

function Item({ person, c }: { person: Person; c: C }) {
  const { id, username, fullName, email, verified, createdAt, lastSeenAt, disabledAt, deletesAt } = person;
  const format = formatOf(c);
  const day = (time: string) => dayInText(format, time);
  const operates = isOperator(c.var.deps.config, { id, email, emailVerified: verified });
  const states = [
    ...(operates ? [words.isOperator] : []),
    ...(verified ? [] : [words.unverified]),
    ...(disabledAt ? [words.isDisabled] : []),
    ...(deletesAt ? [words.deletes(day(deletesAt))] : []),
  ];
  const seen = lastSeenAt ? words.seen(day(lastSeenAt)) : words.neverSeen;
  return (
    <article className="operator-row operator-row--person" aria-label={fullName ?? username}>
      <Avatar user={person} size={36} />
      <div className="operator-what">
        <p className="operator-person">
          <a className="operator-name" href={peoplePaths.user(id)} dir="auto">
            <span className="operator-short">{fullName ?? username}</span>
          </a>{" "}
          <span className="muted">{`@${username}`}</span>
        </p>
        {states.length > 0 && (
          <p className="operator-states-of">
            {states.map((state) => <span className="badge" key={state}>{state}</span>)}
          </p>
        )}
      </div>
      <p className={email ? undefined : "muted"}>{email ?? (lastSeenAt ? words.noEmail : words.cardNotUsed)}</p>
      <p className="operator-when muted">
        <span>{words.joined(day(createdAt))}</span> <span>{seen}</span>
      </p>
      {!operates && <PersonMenu person={person} c={c} />}
    </article>
  );
}

function PersonMenu({ person, c }: { person: Person; c: C }) {
  const { id, email, hasUnusedLink, disabledAt } = person;
  const login = loginOf(person);
  return (
    <RowMenu
      id={id}
      of={login}
      dangers={
        <>
          {!disabledAt && (
            <Act
              action={actionIn(c, "people", { id, act: "disable" })}
              kind="danger"
              text={words.disable}
              of={login}
            />
          )}
          {dangersOf(person).map((act) => (
            <LinkButton
              key={act}
              kind="danger"
              href={here + listQuery(c, { [act]: id })}
              aria-label={`${confirmed[act].text}: ${login}`}
            >
              {confirmed[act].text}…
            </LinkButton>
          ))}
        </>
      }
    >
      {disabledAt && <Act action={actionIn(c, "people", { id, act: "enable" })} text={words.enable} of={login} />}
      {email === null && (
        <LinkButton
          kind="plain"
          href={here + listQuery(c, { "new-card": id })}
          aria-label={`${confirmed["new-card"].text}: ${login}`}
        >
          {confirmed["new-card"].text}…
        </LinkButton>
      )}
      {hasUnusedLink && (
        <Act
          action={actionIn(c, "people", { id, act: "send-link" })}
          text={addedPeopleTexts.sendLink}
          of={login}
        />
      )}
      <Act action={actionIn(c, "people", { id, act: "end-sessions" })} text={words.endSessions} of={login} />
    </RowMenu>
  );
}
