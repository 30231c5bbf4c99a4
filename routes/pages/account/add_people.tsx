/** Accounts from a pasted list: its page, its preview, and the cards of those that were made. */
import { v7 as uuid } from "uuid";
import { findGroup } from "../../../db/groups/groups.ts";
import { findGroupCreator, listAllGroups } from "../../../db/operator/people_and_groups.ts";
import { FieldFrame, Select } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import {
  addPeopleToGroup,
  addPeopleToSite,
  assertMayAddPeople,
  limitList,
  type PreviewedPerson,
  previewPeople,
} from "../../../server/actions/account/added_people.ts";
import { cardPaths } from "../../../server/contract/account/paths.ts";
import * as accountLimits from "../../../server/contract/account/limits.ts";
import { type AddedPerson, lineOf, TypedPeople } from "../../../server/contract/account/added_people_shapes.ts";
import { addedPeopleTexts as words } from "../../../server/contract/account/texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { operatorTexts } from "../../../server/contract/operator/texts.ts";
import { AppError } from "../../../server/errors.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { type Fields, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { operatorPage, signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, failures, page, toDashboard } from "../../layout/page.tsx";
import { BackLink, NoticeLine, Submit } from "../../layout/parts.tsx";
import { AddedSteps } from "./added_steps.tsx";
import { showCards } from "./cards.tsx";

const { most, typed } = accountLimits.addedPeople;

interface Scope {
  title: string;
  preview: string;
  make: string;
  back: string;
  /** Into which everybody comes. */
  groupId?: string;
  /** Of which an operator chooses one. */
  groups?: { value: string; label: string }[];
}

interface Shown {
  sent?: Fields;
  previewed?: PreviewedPerson[];
  refusal?: Refusal;
}

function show(c: C, scope: Scope, { sent = {}, previewed, refusal }: Shown = {}) {
  const title = previewed ? words.previewTitle : words.title;
  const sendsMail = c.var.deps.config.mailUrl !== undefined;
  const form = { scope, sent, refusal, sendsMail };
  return page(c, {
    title,
    description: words.description,
    styles: ["cards-page"],
    path: scope.groups ? operatorPaths.operator : undefined,
    refusal,
    toasts: failures(refusal?.message),
    body: (
      <div className="added stack">
        <header className="added-head">
          <BackLink href={scope.back}>
            <bdi>{scope.title}</bdi>
          </BackLink>
          <h1>{title}</h1>
          <AddedSteps current={previewed ? 1 : 0} />
          {!previewed && <p>{words.intro}</p>}
        </header>
        {previewed
          ? (
            <>
              <Preview previewed={previewed} scope={scope} groupId={sent.groupId} sendsMail={sendsMail} />
              <details className="card fold">
                <summary>{words.change}</summary>
                <ListForm {...form} refusal={undefined} />
              </details>
            </>
          )
          : (
            <section className="card">
              <ListForm {...form} />
            </section>
          )}
      </div>
    ),
  });
}

interface ListFormProps {
  scope: Scope;
  sent: Fields;
  refusal?: Refusal;
  sendsMail: boolean;
}

/** The browser keeps no draft of this form: it holds data of other people. */
const ListForm = ({ scope, sent, refusal, sendsMail }: ListFormProps) => (
  <form method="post" action={scope.preview} className="stack">
    {refusal && <FormError text={refusal.message} />}
    <FieldFrame id="people" label={words.list} hint={<ListHint sendsMail={sendsMail} />}>
      <textarea
        className="input added-list"
        id="people"
        name="people"
        rows={10}
        maxLength={typed}
        autoComplete="off"
        spellCheck={false}
        aria-describedby="people-hint"
        defaultValue={sent.people}
        required
      />
    </FieldFrame>
    {scope.groups && (
      <Select
        label={words.group}
        name="groupId"
        hint={words.groupHint}
        options={[{ value: "", label: words.noGroup }, ...scope.groups]}
        defaultValue={sent.groupId}
      />
    )}
    <Submit kind="primary">{words.preview}</Submit>
  </form>
);

const ListHint = ({ sendsMail }: Pick<ListFormProps, "sendsMail">) => (
  <>
    <p>{words.listHint(most)}</p>
    <dl className="added-examples">
      {[...words.examples, ...sendsMail ? [words.mailExample] : []].map(([line, becomes]) => (
        <div key={line}>
          <dt>{line}</dt>
          <dd>{becomes}</dd>
        </div>
      ))}
    </dl>
  </>
);

interface PreviewProps {
  previewed: PreviewedPerson[];
  scope: Scope;
  groupId?: string;
  sendsMail: boolean;
}

function Preview({ previewed, scope, groupId, sendsMail }: PreviewProps) {
  const good = previewed.filter(({ problem }) => !problem);
  const leftOut = previewed.filter(({ problem }) => problem);
  return (
    <section className="card stack">
      <p>
        {good.length > 0 ? words.ready(good.length) : words.none}
        {good.length > 0 && leftOut.length > 0 && ` ${words.leftOut(leftOut.length)}.`}
      </p>
      {!sendsMail && good.some(({ email }) => email) && <NoticeLine kind="info" text={words.mailNotSent} />}
      {good.length > 0 && (
        <form method="post" action={scope.make}>
          <input type="hidden" name="formKey" value={uuid()} />
          <input type="hidden" name="people" value={good.map(lineOf).join("\n")} />
          {groupId && <input type="hidden" name="groupId" value={groupId} />}
          <Button type="submit" kind="primary">{words.make(good.length)}</Button>
        </form>
      )}
      {leftOut.length > 0 && (
        <div>
          <div className="added-part">
            <h2>{words.leftOut(leftOut.length)}</h2>
            {/* The browser opens the details that hold the field. */}
            <a href="#people">{words.correct}</a>
          </div>
          <ul className="lined-list">{leftOut.map((person, n) => <LeftOut key={n} {...person} />)}</ul>
        </div>
      )}
      {good.length > 0 && (
        <div>
          <h2 className="added-part">{words.toBeMade(good.length)}</h2>
          <ul className="lined-list">
            {good.map((person) => <ToBeMade key={person.username} {...person} sendsMail={sendsMail} />)}
          </ul>
        </div>
      )}
    </section>
  );
}

const PersonName = ({ fullName, username, problem }: PreviewedPerson) => (
  <div className="added-who">
    <p>
      <bdi>{fullName}</bdi>
    </p>
    {username && <p className="muted">{`@${username}`}</p>}
    {problem && (
      <p className="field-error">
        <Icon name="warning" />
        {problem}
      </p>
    )}
  </div>
);

const LeftOut = (person: PreviewedPerson) => (
  <li>
    {person.line && <p className="added-line muted">{words.line(person.line)}</p>}
    <PersonName {...person} />
  </li>
);

const ToBeMade = ({ sendsMail, ...person }: PreviewedPerson & { sendsMail: boolean }) => (
  <li>
    <PersonName {...person} />
    <p className="muted">{person.email ? (sendsMail ? words.mail : words.noMail)(person.email) : words.card}</p>
  </li>
);

async function preview(c: C, scope: Scope): Promise<Response> {
  const sent = await readForm(c);
  const outcome = await previewIn(c, scope, sent);
  return outcome.ok ? show(c, scope, { sent, previewed: outcome.value }) : show(c, scope, { sent, refusal: outcome });
}

const previewIn = (c: C, scope: Scope, sent: Fields) =>
  runFormAction(
    c,
    { schema: TypedPeople, fields: { people: sent.people, groupId: sent.groupId || undefined } },
    async ({ people, groupId }) => {
      await limitList(c.var.deps, c.var.user, { people, asOperator: !scope.groupId });
      return await previewPeople(c.var.deps, people, { groupId: scope.groupId ?? groupId });
    },
  );

/** What was to be made is shown again, with what is wrong with it by now. */
async function refused(c: C, scope: Scope, { refusal, sent }: { refusal: Refusal; sent: Fields }): Promise<Response> {
  const outcome = await previewIn(c, scope, sent);
  return await show(c, scope, { sent, previewed: outcome.ok ? outcome.value : undefined, refusal });
}

const withKey = (_: C, input: object, { fields }: { fields: Fields }) => ({ ...input, key: fields.formKey });

export const addPeople = router();

const groupScope = ({ id, groupName }: Pick<Group, "id" | "groupName">): Scope => ({
  title: groupName,
  groupId: id,
  preview: cardPaths.addToGroup(id),
  make: cardPaths.makeForGroup(id),
  back: groupPaths.group(id, "members"),
});

async function inGroup(c: C, then: (scope: Scope) => Promise<Response> | Response): Promise<Response> {
  const { deps, user } = c.var;
  const groupId = c.req.param("id")!;
  const group = await findGroup(deps.db, user.id, groupId, { most: 0 });
  if (!group) return toDashboard(c, groupsTexts.loadDetailsFailed);
  try {
    await assertMayAddPeople(deps, user, groupId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    setFlash(c, "error", error.message);
    return c.redirect(groupPaths.group(groupId, "members"), 303);
  }
  return await then(groupScope(group));
}

addPeople.get("/group/:id/people/add", signedInPage, (c) => inGroup(c, (scope) => show(c, scope)));
addPeople.post("/group/:id/people/add", signedInPage, (c) => inGroup(c, (scope) => preview(c, scope)));

interface Made {
  people: AddedPerson[];
}

mountForm(addPeople, addPeopleToGroup, {
  input: withKey,
  refused: (c, refusal, { fields }) =>
    [400, 409].includes(refusal.status) && refusal.code !== "made_already"
      ? inGroup(c, (scope) => refused(c, scope, { refusal, sent: fields }))
      : undefined,
  async done(c, { people }: Made) {
    const groupId = c.req.param("id")!;
    const group = await findGroup(c.var.deps.db, c.var.user.id, groupId, { most: 0 });
    return showCards(c, {
      people,
      groupName: group?.groupName,
      back: { href: groupPaths.group(groupId, "members"), text: words.toGroup },
    });
  },
});

export const addPeopleAsOperator = router();

async function siteScope(c: C, chosen?: string): Promise<Scope> {
  const { db } = c.var.deps;
  const { rows } = await listAllGroups(db);
  const groups = rows.map(({ id, groupName }) => ({ value: id, label: groupName }));
  const other = chosen && groups.every(({ value }) => value !== chosen)
    ? await findGroupCreator(db, chosen)
    : undefined;
  return {
    title: operatorTexts.tabs.people,
    preview: cardPaths.addToSite(),
    make: cardPaths.makeForSite,
    back: operatorPaths.operatorTab("people"),
    groups: other ? [{ value: chosen!, label: other.groupName }, ...groups] : groups,
  };
}

addPeopleAsOperator.get("/operator/people/add", operatorPage, async (c) => {
  const groupId = c.req.query("group");
  return show(c, await siteScope(c, groupId), { sent: groupId ? { groupId } : {} });
});

addPeopleAsOperator.post("/operator/people/add", operatorPage, async (c) => {
  const { groupId } = await readForm(c);
  return preview(c, await siteScope(c, groupId));
});

mountForm(addPeopleAsOperator, addPeopleToSite, {
  input: withKey,
  refused: async (c, refusal, { fields }) => refused(c, await siteScope(c, fields.groupId), { refusal, sent: fields }),
  async done(c, { people }: Made, { fields: { groupId } }) {
    const group = groupId ? await findGroupCreator(c.var.deps.db, groupId) : undefined;
    return showCards(c, {
      people,
      groupName: group?.groupName,
      back: { href: operatorPaths.operatorTab("people"), text: words.toPeople },
    });
  },
});
