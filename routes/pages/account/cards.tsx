/** Cards to print and hand out, and the page to which one leads. */
import { findGroup } from "../../../db/groups/groups.ts";
import { listUnusedCards } from "../../../db/account/added_people.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import {
  findMemberForCard,
  makeCardForMember,
  makeUnusedCards,
  readCard,
  useCard,
} from "../../../server/actions/account/cards.ts";
import { assertOrganizer } from "../../../server/actions/groups/organizers.ts";
import * as accountLimits from "../../../server/contract/account/limits.ts";
import { cardPaths, loginPaths } from "../../../server/contract/account/paths.ts";
import type { AddedPerson, CardAnswer } from "../../../server/contract/account/added_people_shapes.ts";
import { accountTexts, addedPeopleTexts as words, passwordTexts } from "../../../server/contract/account/texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { sitePaths, tokenIn } from "../../../server/contract/site/paths.ts";
import { asAppError } from "../../../server/errors.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import type { Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore, secretAddress } from "../../../server/http/headers.ts";
import { logFailure } from "../../../server/http/request_log.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import { askForCode, signOut, welcome } from "../../../server/http/sign_in.ts";
import { qrPath } from "../../../server/media/pictures.ts";
import { type C, failures, type Page, page, toDashboard } from "../../layout/page.tsx";
import { BackLink, cardPage, ConfirmedForm, formPage, newPassword, NoticeLine } from "../../layout/parts.tsx";
import { AddedSteps } from "./added_steps.tsx";

interface Shown {
  people: AddedPerson[];
  groupName?: string;
  back: { href: string; text: string };
  /** Instead of others, which have ended. */
  areNew?: boolean;
}

/** Shown in the answer itself, since cards are stored nowhere. */
export async function showCards(c: C, { people, groupName, back, areNew }: Shown) {
  const cards: Printed[] = [];
  for (const person of people) {
    if (person.url === null) continue;
    await giveWay();
    cards.push({ ...person, url: person.url, qr: qrPath(person.url) });
  }
  const mailed = people.length - cards.length;
  const { config } = c.var.deps;
  return await page(c, {
    title: words.cards,
    description: words.description,
    width: "wide",
    headers: noStore,
    styles: ["cards-page"],
    body: (
      <div className="added stack">
        <header className="added-head">
          <BackLink href={back.href}>{back.text}</BackLink>
          <h1>{cards.length > 0 ? words.cardsTitle(cards.length) : words.cards}</h1>
          {!areNew && <AddedSteps current={2} />}
          {cards.length > 0 && <p>{words.cardsHint} {areNew && words.cardsReplaced}</p>}
          {mailed > 0 && <p>{config.mailUrl ? words.mailed(mailed) : words.mailedNobody(mailed)}</p>}
          {cards.length > 0 && (
            <p className="added-print">
              <Button kind="primary" data-print="">{words.print}</Button>
            </p>
          )}
        </header>
        <ul className="login-cards">
          {cards.map((person) => (
            <Card key={person.id} person={person} site={config.site.name} groupName={groupName} at={config.publicUrl} />
          ))}
        </ul>
      </div>
    ),
  });
}

type Printed = AddedPerson & { url: string; qr: ReturnType<typeof qrPath> };

interface CardProps {
  person: Printed;
  site: string;
  groupName?: string;
  at: string;
}

const Card = ({ person: { fullName, username, url, qr }, site, groupName, at }: CardProps) => (
  <li className="login-card">
    <div className="login-card-text">
      <p>{groupName ? `${site} · ${groupName}` : site}</p>
      <p className="login-card-name">
        <bdi>{fullName}</bdi>
      </p>
      <p className="login-card-username">{`@${username}`}</p>
      <p>{words.scan}</p>
      <p>
        {words.orType}{" "}
        <span className="login-card-address">{`${at.replace(/^https?:\/\//, "")}${cardPaths.card}`}</span> {words.code}
      </p>
    </div>
    <Qr {...qr} label={words.qr(fullName)} />
    <p className="login-card-code">{tokenIn(new URL(url).search)}</p>
  </li>
);

const Qr = ({ size, path, label }: Printed["qr"] & { label: string }) => (
  <svg
    className="login-card-qr"
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
  >
    <path d={path} />
  </svg>
);

export const cards = router();

cards.get("/group/:id/cards", signedInPage, (c) => showUnused(c, c.req.param("id")));

async function showUnused(c: C, groupId: string): Promise<Response> {
  const { deps: { db }, user } = c.var;
  const group = await findGroup(db, user.id, groupId, { most: 0 });
  if (!group) return toDashboard(c, groupsTexts.loadDetailsFailed);
  if (group.role === "member") return c.redirect(groupPaths.group(groupId, "members"), 303);
  const unused = await listUnusedCards(db, user.id, { groupId, limit: accountLimits.addedPeople.most });
  return page(c, {
    title: `${words.unusedCards}: ${group.groupName}`,
    description: words.description,
    styles: ["cards-page"],
    body: (
      <div className="added stack">
        <header className="added-head">
          <BackLink href={groupPaths.group(groupId, "members")}>{words.toGroup}</BackLink>
          <h1>{words.unusedCards}</h1>
          <p>{words.unused(unused.length)} {unused.length > 0 && words.unusedHint}</p>
        </header>
        {unused.length > 0 && (
          <section className="card stack">
            <ul className="added-names">
              {unused.map((person) => (
                <li key={person.id}>
                  <bdi>{displayName(person)}</bdi> <span className="muted">{`@${person.username}`}</span>
                </li>
              ))}
            </ul>
            <form method="post" action={cardPaths.makeUnused(groupId)}>
              <Button type="submit" kind="primary">{words.newCards(unused.length)}</Button>
            </form>
          </section>
        )}
      </div>
    ),
  });
}

const backToGroup = (groupId: string) => ({ href: groupPaths.group(groupId, "members"), text: words.toGroup });

async function showCardsOf(c: C, people: AddedPerson[]): Promise<Response> {
  const groupId = c.req.param("id")!;
  const group = await findGroup(c.var.deps.db, c.var.user.id, groupId, { most: 0 });
  return showCards(c, { people, groupName: group?.groupName, back: backToGroup(groupId), areNew: true });
}

mountForm(cards, makeUnusedCards, { done: (c, { people }: { people: AddedPerson[] }) => showCardsOf(c, people) });

cards.get("/group/:id/members/:userId/new-card", signedInPage, (c) => showNewCard(c));

async function showNewCard(c: C, refusal?: Refusal): Promise<Response> {
  const { deps, user, session } = c.var;
  const [groupId, userId] = [c.req.param("id")!, c.req.param("userId")!];
  const back = groupPaths.group(groupId, "members");
  try {
    await assertOrganizer(deps.db, user, { groupId });
    const owner = await findMemberForCard(deps, user.id, { groupId, userId });
    const name = displayName(owner);
    return await page(c, {
      title: words.newCardOf(name),
      description: words.description,
      width: "narrow",
      refusal,
      toasts: failures(refusal?.message),
      body: (
        <div className="card stack">
          <h1>{words.newCardOf(name)}</h1>
          <p>{words.newCardText(name)}</p>
          <ConfirmedForm
            by={await reauthenticatedBy(deps, session)}
            method="post"
            action={cardPaths.makeCard(groupId, userId)}
            buttons={
              <>
                <Button type="submit" kind="primary">{words.makeCard}</Button>
                <LinkButton href={back}>{words.cancel}</LinkButton>
              </>
            }
          />
        </div>
      ),
    });
  } catch (error) {
    const { status, message } = asAppError(error);
    if (status === 500) throw error;
    if (status === 404) return toDashboard(c, groupsTexts.loadDetailsFailed);
    setFlash(c, "error", message);
    return c.redirect(back, 303);
  }
}

mountForm(cards, makeCardForMember, {
  refused: (c, refusal) => showNewCard(c, refusal),
  done: (c, { person }: { person: AddedPerson }) => showCardsOf(c, [person]),
});

const head = { title: words.cardTitle, description: words.cardDescription, headers: secretAddress };

const codePage = (): Page => ({
  ...formPage(head, null),
  body: (
    <div className="card bookplate stack">
      <h1>{words.cardTitle}</h1>
      <p>{words.codeHint}</p>
      <CodeForm />
      <LinkButton href={loginPaths.login}>{words.toLogin}</LinkButton>
    </div>
  ),
});

const CodeForm = ({ typed }: { typed?: string }) => (
  <form action={cardPaths.card} className="stack">
    <Field
      label={words.typeCode}
      name="token"
      placeholder="ABCD-EFGH-IJKL-MNOP"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      defaultValue={typed}
      required
    />
    <Button type="submit" kind="primary">{words.next}</Button>
  </form>
);

function passwordPage<E extends Env>(c: Ctx<E>, owner: Owner, refusal?: Refusal): Page {
  const name = displayName(owner);
  const other = c.var.session?.user;
  const issues = refusal?.issues;
  return formPage(
    { ...head, refusal },
    <>
      <h1 dir="auto">{words.hello(name)}</h1>
      {refusal && !issues?.length && <FormError text={refusal.message} />}
      {other && other.id !== owner.id && <NoticeLine kind="info" text={words.loggedInAs(displayName(other))} />}
      <p>{words.choose}</p>
      {/* By which password managers know whose it is. */}
      <Field label={words.username} name="username" autoComplete="username" value={owner.username} readOnly />
      <Field
        label={accountTexts.newPassword}
        hint={passwordTexts.rules}
        {...newPassword}
        {...fieldOf("password", issues)}
      />
      <Field label={accountTexts.confirmPassword} {...newPassword} {...fieldOf("confirmPassword", issues)} />
      <Button type="submit" kind="primary">{words.save}</Button>
    </>,
  );
}

interface Owner {
  id: string;
  username: string;
  fullName: string | null;
}

const isTypedCode = (token: string): boolean => token.length <= 40;

const endedPage = (refusal: Pick<Refusal, "status" | "message" | "headers">, typed?: string): Page =>
  cardPage(
    { ...head, refusal },
    <>
      <h1>{words.cardTitle}</h1>
      <FormError text={refusal.message} hint={refusal.status === 410 ? words.askAgain : undefined} />
      {typed && <CodeForm typed={typed} />}
      <LinkButton kind={typed ? "quiet" : "primary"} href={loginPaths.login}>{words.toLogin}</LinkButton>
    </>,
  );

/** Opening it changes nothing: programs and previews open links too. */
async function showCard<E extends Env>(c: Ctx<E>, refusal?: Refusal): Promise<Response> {
  const token = c.req.query("token");
  if (!token) return await page(c, codePage());
  try {
    return await page(c, passwordPage(c, await readCard(c.var.deps, token, c.var), refusal));
  } catch (error) {
    const { status, message, details } = asAppError(error);
    if (status === 500) throw error;
    logFailure(c, error);
    // A link was followed, not typed, so the form to correct it is left out.
    const isTyped = isTypedCode(token);
    return await page(c, endedPage({ status, message, headers: details.headers }, isTyped ? token : undefined));
  }
}

cards.get(cardPaths.card, (c) => showCard(c));

mountForm(cards, useCard, {
  refused: (c, refusal) => showCard(c, refusal),
  async done(c, answer: CardAnswer) {
    // An account that was logged in here is logged out: its stored pages must not be shown to another.
    if (c.var.session) await signOut(c);
    if ("ticket" in answer) return askForCode(c, answer, undefined);
    const to = answer.groupId ? groupPaths.group(answer.groupId) : sitePaths.dashboard;
    return welcome(c, answer.token, { text: answer.message, to });
  },
});
