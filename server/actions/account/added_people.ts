/** Accounts made from a list of names, for people who need no email address. */
import { parse, v5, v7 } from "uuid";
import * as added from "../../../db/account/added_people.ts";
import { conflict } from "../../../db/engine/client.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import { findGroup } from "../../../db/groups/groups.ts";
import { findGroupCreator } from "../../../db/operator/people_and_groups.ts";
import { isReserved, usernameFrom } from "./names.ts";
import { newCardToken } from "./cards.ts";
import { assertOrganizer } from "../groups/organizers.ts";
import { sendGroupChanged } from "../groups/groups.ts";
import { auditOf } from "../operator/audit.ts";
import { hashToken, newToken } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { cardPaths } from "../../contract/account/paths.ts";
import {
  AddedPerson,
  NewPeople,
  NewPeopleForm,
  NewPeopleOfSite,
  NewPeopleOfSiteForm,
  NewPerson,
  type TypedPerson,
} from "../../contract/account/added_people_shapes.ts";
import { addedPeopleTexts as words, registrationTexts } from "../../contract/account/texts.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type AppError, BadRequest, Conflict, Forbidden, found, groupNotFound, NotFound } from "../../errors.ts";
import { addedMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";
import { isWithin } from "../../rate_limits.ts";
import { isOfDomains } from "../../settings/checks.ts";

export interface PreviewedPerson extends TypedPerson {
  username: string;
  /** Why no account can be made of this line. */
  problem?: string;
}

const suffixDigits = [0, 4, 6, 9];

type Choice = Pick<TypedPerson, "fullName" | "username" | "email">;
type PreviewedChoice = TypedPerson & { problem?: string };

/** What would be made of a list, with usernames for those who have none. @param ids of accounts that may be there */
export async function previewPeople(
  { config, db, clock }: Pick<Deps, "config" | "db" | "clock">,
  typed: TypedPerson[],
  { groupId = null, ids = [] }: { groupId?: string | null; ids?: string[] } = {},
): Promise<PreviewedPerson[]> {
  const siteName = config.site.name;
  const chosen: PreviewedChoice[] = [];
  for (const person of typed) {
    await giveWay();
    chosen.push({ ...person, ...problemOf(config, person) });
  }
  const taken = await takenAmong({ db, clock }, chosen, ids);
  const nameless = chosen.filter(({ username, email }) => !username && !email).map(({ fullName }) => fullName);
  const members = groupId ? await added.listAddedNames(db, groupId, { names: nameless, ids }) : new Set<string>();
  const seen = { usernames: new Set<string>(), emails: new Set<string>(), names: new Set<string>() };
  for (const person of chosen) {
    const { username, email } = person;
    if (person.problem) continue;
    if (username && taken.usernames.has(username)) person.problem = words.takenUsername;
    else if (username && seen.usernames.has(username)) person.problem = words.twiceUsername;
    else if (email && (taken.emails.has(email) || config.operators.includes(email))) person.problem = words.takenEmail;
    else if (email && seen.emails.has(email)) person.problem = words.twiceEmail;
    else if (!username && !email && members.has(person.fullName)) person.problem = words.memberName;
    else if (!username && !email && seen.names.has(person.fullName)) person.problem = words.twiceName;
    if (person.problem) continue;
    if (username) seen.usernames.add(username);
    if (email) seen.emails.add(email);
    seen.names.add(person.fullName);
  }
  let unnamed = chosen.filter(({ username, problem }) => !username && !problem);
  for (const digits of suffixDigits) {
    await giveWay();
    const proposals = unnamed.map((person) => ({
      person,
      username: usernameFrom(person.fullName, { digits, siteName }),
    }));
    const { usernames } = await takenAmong({ db, clock }, proposals, ids);
    for (const { person, username } of proposals) {
      if (usernames.has(username) || seen.usernames.has(username)) continue;
      seen.usernames.add(username);
      person.username = username;
    }
    unnamed = unnamed.filter(({ username }) => !username);
  }
  return chosen.map(({ username = "", ...person }) => ({
    ...person,
    username,
    ...(!username && !person.problem && { problem: words.takenUsername }),
  }));
}

/** A person as they are stored, or what is wrong with what was typed. */
function problemOf(config: Deps["config"], { isUnreadable, ...typed }: TypedPerson): Choice & { problem?: string } {
  if (isUnreadable) return { ...typed, problem: words.columns };
  const { data, error } = NewPerson.safeParse(typed);
  if (!data) return { ...typed, problem: error.issues[0].message };
  const { fullName, username, email } = data;
  const siteName = config.site.name;
  if (isReserved(fullName, siteName) || username && isReserved(username, siteName)) {
    return { ...data, problem: registrationTexts.reservedName };
  }
  if (email && !isOfDomains(email, config.registrationDomains)) {
    return { ...data, problem: registrationTexts.domains(config.registrationDomains) };
  }
  return data;
}

async function takenAmong(
  { db, clock }: Pick<Deps, "db" | "clock">,
  people: { username?: string; email?: string }[],
  ids: string[],
) {
  const names = {
    usernames: people.flatMap(({ username }) => username ?? []),
    emails: people.flatMap(({ email }) => email ?? []),
    ids,
  };
  const taken = await added.listTaken(db, names, clock());
  return {
    usernames: new Set(taken.map(({ username }) => username)),
    emails: new Set(taken.flatMap(({ email }) => email ?? [])),
  };
}

/**
 * Limits how many lists are checked and, except for operators, how many addresses can be tried for accounts, as it is
 * for visitors. @throws TooMany
 */
export async function limitList(
  { limiter }: Pick<Deps, "limiter">,
  viewer: User,
  { people, asOperator }: { people: { email?: string }[]; asOperator: boolean },
): Promise<void> {
  await limiter.take("peopleList", viewer.id);
  const count = asOperator ? 0 : people.filter(({ email }) => email).length;
  if (count > 0) await limiter.take("checkEmail", viewer.id, count);
}

interface Adding {
  people: NewPerson[];
  groupId: string | null;
  /** By which a form that is sent twice makes the same accounts: it has the time at which its page was made. */
  key?: string;
}

const oldest = 24 * 3600_000;

/** Ids that rise with time, as others do; the same key and content give the same ids. */
function idsFor({ clock }: Pick<Deps, "clock">, { key, people, groupId }: Adding, viewerId: string): string[] {
  const made = key ? parseInt(key.replaceAll("-", "").slice(0, 12), 16) : NaN;
  const now = clock();
  const isOfForm = key !== undefined && made > now - oldest && made <= now;
  const [space, msecs] = isOfForm ? [key, made] : [v7(), now];
  const content = hashToken(JSON.stringify([viewerId, groupId, people]));
  // Where the newest come first, they are in the order of the list.
  return people.map((_, n) => v7({ msecs, seq: people.length - n, random: parse(v5(`${n} ${content}`, space)) }));
}

async function addPeople(
  deps: Deps,
  viewer: User,
  { asOperator, ...adding }: Adding & { asOperator: boolean },
): Promise<{ people: AddedPerson[] }> {
  const { config, db, clock, broadcast, limiter, mailer } = deps;
  const { groupId } = adding;
  await limitList(deps, viewer, { people: adding.people, asOperator });
  const ids = idsFor(deps, adding, viewer.id);
  const checked = await previewPeople(deps, adding.people, { groupId, ids });
  const issues = checked.flatMap(({ problem: message }, n) => message ? [{ path: `people.${n}`, message }] : []);
  if (issues.length > 0) throw new Conflict(issues[0].message, "invalid_people", { issues });
  const stored = await added.countStored(db, ids);
  if (stored === ids.length) throw madeAlready();
  if (!asOperator) await limiter.take("addPeople", viewer.id, ids.length - stored);
  const now = clock();
  const people = [];
  for (const [n, { username, fullName, email = null }] of checked.entries()) {
    await giveWay();
    const token = email ? newToken() : newCardToken();
    const url = config.publicUrl + cardPaths.cardOf(token);
    // Its owner is mailed only so often by all who add people together: they can ask for a link by themselves.
    const mail = email && await isWithin(limiter, "invitationMail", email)
      ? mailer.rowOf({ to: email, ...addedMail({ site: config.site, name: fullName, url }) })
      : undefined;
    const isOnlyNamed = !adding.people[n].username && !email;
    const hash = hashToken(token);
    people.push({ id: ids[n], username, fullName, email, isOnlyNamed, hash, mail, url: email ? null : url });
  }
  const audit = asOperator
    ? auditOf(deps, viewer, { act: "add people", subject: `${people.length}`, subjectId: groupId })
    : undefined;
  const made = await added.insertAddedPeople(db, viewer.id, {
    people: people.map(({ url: _, ...person }) => person),
    groupId,
    now,
    cardsUntil: now + accountLimits.addedPeople.cardLifetime,
    audit,
  }).catch((error) => {
    if (conflict(error).length > 0) throw listChanged();
    throw error;
  });
  if (made.size === 0) throw await whyNotAdded(deps, viewer, { groupId, asOperator, people });
  mailer.wake();
  if (groupId) {
    for (const id of made) broadcast.follow(id, [groupId]);
    await sendGroupChanged(deps, groupId);
  }
  return {
    people: people.filter(({ id }) => made.has(id))
      .map(({ id, username, fullName, url }) => ({ id, username, fullName, url })),
  };
}

const listChanged = () => new Conflict(words.listChanged, "invalid_people");
const madeAlready = () => new Conflict(words.madeAlready, "made_already");

interface NotAdded {
  people: added.NewAddedPerson[];
  groupId: string | null;
  asOperator: boolean;
}

async function whyNotAdded(
  { db }: Deps,
  viewer: User,
  { people, groupId, asOperator }: NotAdded,
): Promise<AppError> {
  if (!asOperator) {
    await assertOrganizer(db, viewer, { groupId: groupId! });
    found(await findGroup(db, viewer.id, groupId!), groupNotFound);
  } else if (groupId && !await findGroupCreator(db, groupId)) {
    return new NotFound(operatorTexts.groupNotFound, "group_not_found");
  }
  const ids = people.map(({ id }) => id);
  if (await added.countStored(db, ids) > 0) return madeAlready();
  const names = people.filter(({ isOnlyNamed }) => isOnlyNamed).map(({ fullName }) => fullName);
  const isThere = groupId && (await added.listAddedNames(db, groupId, { names, ids })).size > 0;
  return isThere ? listChanged() : new BadRequest(words.groupFull, "group_full");
}

const addFails = { 400: ["group_full"], 409: ["invalid_people", "made_already"] };
const gives = { people: z.array(AddedPerson) };

/** @throws Forbidden where only operators may, or the viewer is no organizer; NotFound for outsiders */
export async function assertMayAddPeople({ config, db }: Deps, viewer: User, groupId: string): Promise<void> {
  await assertOrganizer(db, viewer, { groupId });
  if (!config.organizersAddPeople) throw new Forbidden(words.notAllowed, "operators_only");
}

export const addPeopleToGroup = operation({
  call: "POST /groups/:id/people",
  summary: "Makes accounts for new members from a list; an organizer or the creator, where the site lets them",
  access: "organizer",
  takes: NewPeople,
  gives,
  status: 201,
  isSecret: true,
  fails: { ...addFails, 403: ["not_organizer", "operators_only"], 404: ["group_not_found"] },
  form: {
    path: "/group/:id/people/make",
    takes: NewPeopleForm,
    to: ({ params }, _, code) =>
      code === "made_already" ? cardPaths.unused(params.id) : cardPaths.addToGroup(params.id),
  },
  async run({ deps, user, params: { id: groupId } }, { people, key }: NewPeople & { key?: string }) {
    await assertMayAddPeople(deps, user, groupId);
    return await addPeople(deps, user, { people, groupId, key, asOperator: false });
  },
});

export const addPeopleToSite = operation({
  call: "POST /operator/people",
  summary: "Makes accounts from a list, for the members of a group or for nobody in particular",
  access: "operator",
  takes: NewPeopleOfSite,
  gives,
  status: 201,
  isSecret: true,
  fails: { ...addFails, 404: ["group_not_found"] },
  form: {
    path: cardPaths.makeForSite,
    takes: NewPeopleOfSiteForm,
    to: () => cardPaths.addToSite(),
  },
  run: ({ deps, user }, { people, groupId, key }: z.infer<typeof NewPeopleOfSite> & { key?: string }) =>
    addPeople(deps, user, { people, groupId: groupId ?? null, key, asOperator: true }),
});
