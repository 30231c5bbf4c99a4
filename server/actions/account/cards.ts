/** A card leads its owner, who has no email address, to the page on which they choose a password. */
import { z } from "zod";
import * as added from "../../../db/account/added_people.ts";
import { isMember } from "../../../db/groups/members.ts";
import { findPerson } from "../../../db/operator/people_and_groups.ts";
import { signIn, signInFails } from "./login.ts";
import { setPasswordByLink } from "./passwords.ts";
import { assertRecentlyAuthenticated, reauthenticationFails } from "./reauthentication.ts";
import { assertOrganizer } from "../groups/organizers.ts";
import { notifyOfNewCard } from "../notices/people_notices.ts";
import { auditOf } from "../operator/audit.ts";
import { hashToken, newRecoveryCode, newToken } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { cardPaths } from "../../contract/account/paths.ts";
import { AddedPerson, CardAnswer, CardUse, CardUseForm } from "../../contract/account/added_people_shapes.ts";
import { Reauthentication } from "../../contract/account/shapes.ts";
import { addedPeopleTexts as words } from "../../contract/account/texts.ts";
import { toOperatorTab } from "../../contract/operator/paths.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import { tokenIn } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { Conflict, Forbidden, found, Gone, NotFound, userNotFound } from "../../errors.ts";
import { addedMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";

/** 80 random bits, in an alphabet that is easy to type. */
export const newCardToken = newRecoveryCode;

/** As it was printed or mailed; typed ones with what looks like another letter. */
const hashOf = (token: string): string => {
  const typed = token.trim().toUpperCase().replaceAll(/[\s-]/g, "");
  const letters = typed.replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B");
  return hashToken(/^[A-Z2-7]{16}$/.test(letters) ? letters.match(/.{4}/g)!.join("-") : token.trim());
};

const ended = () => new Gone(words.ended, "card_ended");

/** Changes nothing. @throws Gone, TooMany */
export async function readCard({ db, clock, limiter }: Deps, token: string, { address }: { address: string }) {
  await limiter.take("join", address);
  const owner = await added.findCard(db, hashOf(token), clock());
  if (!owner) throw ended();
  return owner;
}

export const useCard = operation({
  call: "POST /auth/card",
  summary: "Sets the password of the account that a card is for, ends its sessions, and signs in, as a login does",
  access: "anyone",
  takes: CardUse,
  gives: CardAnswer,
  isSecret: true,
  fails: { ...signInFails, 400: [...signInFails[400], "common_password", "two_step_expired"], 410: ["card_ended"] },
  form: {
    path: cardPaths.card,
    takes: CardUseForm,
    read: ({ fields, search }) => ({ ...fields, token: tokenIn(search) }),
    to: ({ search }) => cardPaths.card + search,
  },
  async run({ deps, caller }, { token, password }) {
    await deps.limiter.take("join", caller.address);
    const hash = hashOf(token);
    const { owner, passwordHash } = await setPasswordByLink(deps, "card", { hash, password, address: caller.address });
    if (!owner) throw ended();
    const answer = await signIn(deps, owner.id, { caller, passwordHash });
    if ("ticket" in answer) return answer;
    return { ...answer, message: words.welcome, groupId: await added.findOwnGroup(deps.db, owner.id) };
  },
});

interface Owner {
  id: string;
  username: string;
  fullName: string | null;
}

/** With the address of each card, which is stored nowhere. */
async function makeCards(
  { config, db, clock }: Deps,
  by: Parameters<typeof added.replaceCards>[1],
  { owners, areUnused }: { owners: Owner[]; areUnused?: boolean },
): Promise<AddedPerson[]> {
  const cards = owners.map((owner) => ({ owner, token: newCardToken() }));
  const made = await added.replaceCards(db, by, {
    cards: cards.map(({ owner: { id }, token }) => ({ userId: id, hash: hashToken(token) })),
    until: clock() + accountLimits.addedPeople.cardLifetime,
    areUnused,
  });
  return cards.filter(({ owner }) => made.has(owner.id)).map(({ owner: { id, username, fullName }, token }) => ({
    id,
    username,
    fullName: fullName ?? username,
    url: config.publicUrl + cardPaths.cardOf(token),
  }));
}

const cannot = () => new Forbidden(words.cannotHaveCard, "no_card");

/**
 * A new card for a member whose account was made for the group. The old password works until it is used, and the
 * member gets a notice at once.
 */
export const makeCardForMember = operation({
  call: "POST /groups/:id/members/:userId/card",
  summary: "Makes a new card for a member without an email address; an organizer of the group they were added to",
  access: "organizer",
  takes: Reauthentication,
  gives: { person: AddedPerson },
  status: 201,
  limit: "newCard",
  isSecret: true,
  fails: {
    ...reauthenticationFails,
    403: [...reauthenticationFails[403], "not_organizer", "no_card"],
    404: ["group_not_found", "user_not_found"],
  },
  form: {
    path: "/group/:id/members/:userId/card",
    to: ({ params: { id, userId } }) => cardPaths.newCard(id, userId),
  },
  async run({ deps, session, user, params: { id: groupId, userId }, caller }, proof) {
    await assertOrganizer(deps.db, user, { groupId });
    const owner = await findMemberForCard(deps, user.id, { groupId, userId });
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    const [person] = await makeCards(deps, { viewerId: user.id, groupId }, { owners: [owner] });
    if (!person) throw cannot();
    await notifyOfNewCard(deps, user, userId);
    return { person };
  },
});

/** @throws NotFound, Forbidden */
export async function findMemberForCard(
  { db }: Deps,
  viewerId: string,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<Owner> {
  const owner = await added.findCardOwner(db, viewerId, { groupId, userId });
  if (owner) return owner;
  if (!await isMember(db, userId, groupId)) throw userNotFound();
  throw cannot();
}

/** For people who have not used theirs: nobody's password or session ends. */
export const makeUnusedCards = operation({
  call: "POST /groups/:id/cards",
  summary: "Makes new cards for all members who have not used theirs, and ends those; an organizer or the creator",
  access: "organizer",
  gives: { people: z.array(AddedPerson) },
  status: 201,
  limit: "newCard",
  isSecret: true,
  fails: { 403: ["not_organizer"], 404: ["group_not_found"] },
  form: { path: "/group/:id/cards/make", to: ({ params }) => cardPaths.unused(params.id) },
  async run({ deps, user, params: { id: groupId } }) {
    await assertOrganizer(deps.db, user, { groupId });
    const { most: limit } = accountLimits.addedPeople;
    const owners = await added.listUnusedCards(deps.db, user.id, { groupId, limit });
    const people = await makeCards(deps, { viewerId: user.id, groupId }, { owners, areUnused: true });
    return { people };
  },
});

export const makeCardForPerson = operation({
  call: "POST /operator/people/:id/card",
  summary: "Makes a new card for an account without an email address; a session older than ten minutes needs a proof",
  access: "operator",
  takes: Reauthentication,
  gives: { person: AddedPerson },
  status: 201,
  limit: "newCard",
  isSecret: true,
  fails: { ...reauthenticationFails, 404: ["user_not_found"], 409: ["has_email"] },
  form: { path: "/operator/people/:id/new-card", to: toOperatorTab("people") },
  async run({ deps, session, user, params: { id }, caller }, proof) {
    const owner = found(await findPerson(deps.db, id), personNotFound);
    if (owner.email !== null) throw new Conflict(words.hasEmail, "has_email");
    await assertRecentlyAuthenticated(deps, session, { ...proof, caller });
    const audit = auditOf(deps, user, { act: "new card", subject: owner.username, subjectId: id });
    const [person] = await makeCards(deps, { audit }, { owners: [owner] });
    if (!person) throw new Conflict(words.hasEmail, "has_email");
    await notifyOfNewCard(deps, user, id);
    return { person };
  },
});

const personNotFound = () => new NotFound(operatorTexts.personNotFound, "user_not_found");
const noLink = () => new Conflict(words.noLink, "no_link");

export const sendLinkToPerson = operation({
  call: "POST /operator/people/:id/link",
  summary:
    "Mails a new link to a person who was added with an address and has not used the first one, which stops working",
  access: "operator",
  says: (_answer, { deps: { config } }) => config.mailUrl ? words.linkSent : words.linkStored,
  limit: "newCard",
  fails: { 404: ["user_not_found"], 409: ["no_link"] },
  form: { path: "/operator/people/:id/send-link", to: toOperatorTab("people") },
  async run({ deps, user, params: { id } }) {
    const { config, db, clock, limiter, mailer } = deps;
    const { username, fullName, email, hasUnusedLink } = found(await findPerson(db, id), personNotFound);
    if (!hasUnusedLink || email === null) throw noLink();
    await limiter.take("invitationMail", email);
    const token = newToken();
    const url = config.publicUrl + cardPaths.cardOf(token);
    const link = {
      userId: id,
      hash: hashToken(token),
      until: clock() + accountLimits.addedPeople.cardLifetime,
      mail: mailer.rowOf({ to: email, ...addedMail({ site: config.site, name: fullName ?? username, url }) }),
    };
    const audit = auditOf(deps, user, { act: "send link", subject: email, subjectId: id });
    if (!await added.replaceLink(db, link, audit)) throw noLink();
    mailer.wake();
  },
});
