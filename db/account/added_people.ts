/** Accounts that are made from a list, and the cards by which their owners choose a password. */
import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { lastSeq } from "../chat/revisions.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { isLive } from "../groups/deletion.ts";
import { hasMade, type Id, mayOrganize } from "../groups/roles.ts";
import { mailInsertion, type NewMail } from "../notices/mail_queue.ts";
import { auditRow, type NewAuditRow } from "../operator/audit.ts";
import { groups, identities, links, members, passkeys, totps, users } from "../schema.ts";
import { isLapsed, removeWhere } from "./accounts.ts";

interface Names {
  usernames: string[];
  emails: string[];
  /** Of the accounts to be made: only other accounts with these names count. */
  ids: string[];
}

const withNames = ({ usernames, emails }: Pick<Names, "usernames" | "emails">): SQL =>
  sql`(${users.username} in ${listed(usernames)} or ${users.email} in ${listed(emails)})`;

export const listTaken = (db: Db, { ids, ...names }: Names, now: number) =>
  db.q.select({ username: users.username, email: users.email }).from(users)
    .where(sql`${withNames(names)} and ${users.id} not in ${listed(ids)} and not ${isLapsed(now)}`);

export const countStored = (db: Db, ids: string[]): Promise<number> =>
  db.q.$count(users, sql`${users.id} in ${listed(ids)}`);

/** Which of the names are those of people who were added to the group before. */
export async function listAddedNames(
  db: Db,
  groupId: string,
  { names, ids }: { names: string[]; ids: string[] },
): Promise<Set<string>> {
  const rows = await db.q.select({ fullName: users.fullName }).from(users).where(
    sql`${users.addedTo} = ${groupId} and ${users.fullName} in ${listed(names)} and ${users.id} not in ${listed(ids)}`,
  );
  return new Set(rows.flatMap(({ fullName }) => fullName ?? []));
}

export interface NewAddedPerson {
  id: string;
  username: string;
  email: string | null;
  fullName: string;
  /** Without a chosen username or an address: a person added to the group under the same name is taken for this one. */
  isOnlyNamed?: boolean;
  /** Of the token of their card, or of the link that is mailed to them. */
  hash: string;
  mail?: NewMail;
}

interface Addition {
  people: NewAddedPerson[];
  groupId: string | null;
  now: number;
  cardsUntil: number;
  /** Of an operator, who may always; without it the viewer must be an organizer of the group. */
  audit?: NewAuditRow;
}

/**
 * All or none, except people who are there already because the list was sent twice: nothing changes for them, and their
 * cards stay good. @returns the ids of the people who were added
 * @throws LibsqlError for a name that was taken meanwhile
 */
export async function insertAddedPeople(
  db: Db,
  viewerId: string,
  { people, groupId, now, cardsUntil, audit }: Addition,
): Promise<Set<string>> {
  const rows = sql`json_each(${JSON.stringify(people.map(({ mail: _, ...person }) => person))}) as list`;
  const of = (name: string) => sql.raw(`json_extract(list.value, '$.${name}')`);
  const names = {
    usernames: people.map(({ username }) => username),
    emails: people.flatMap(({ email }) => email ?? []),
  };
  const mayAdd = and(
    audit ? undefined : mayOrganize(viewerId, groupId!),
    groupId === null ? undefined : sql`exists (select 1 from groups where id = ${groupId} and ${isLive})`,
  ) ?? sql`true`;
  const hasRoom = groupId === null ? sql`true` : sql`
    (select count(*) from members where group_id = ${groupId}) + ${people.length} <= ${groupsLimits.groups.members}`;
  const isThere = sql`exists (select 1 from users where id = ${of("id")} or (
    ${of("isOnlyNamed")} and added_to = ${groupId} and full_name = ${of("fullName")}))`;
  const isNew = sql`users.created_at = ${now} and users.password_hash = ''
    and not exists (select 1 from links where kind = 'card' and user_id = users.id)`;
  const areTheirs = haveHashes(people);
  await db.write([
    ...removeWhere(db, sql`${withNames(names)} and ${isLapsed(now)}`),
    db.q.run(sql`insert into users
      (id, username, email, password_hash, full_name, verified_at, verify_by, created_at, added_to, email_visible)
      select ${of("id")}, ${of("username")}, ${of("email")}, '', ${of("fullName")},
        case when ${of("email")} is null then ${now} end,
        case when ${of("email")} is not null then ${cardsUntil} end, ${now}, ${groupId}, 0
      from ${rows} where ${mayAdd} and ${hasRoom} and not ${isThere}`),
    db.q.run(sql`insert into links (hash, user_id, kind, expires_at, email)
      select ${of("hash")}, users.id, 'card', ${cardsUntil}, users.email
      from ${rows} join users on users.id = ${of("id")} where ${isNew}`),
    ...audit ? [auditRow(db, audit, { onlyAfterChange: true })] : [],
    ...groupId === null ? [] : [
      db.q.run(sql`insert into members (group_id, user_id, joined_at, last_read_seq)
        select ${groupId}, user_id, ${now}, ${lastSeq(groupId)}
        from links where ${areTheirs}`),
      db.q.update(groups).set({ activeAt: now }).where(and(eq(groups.id, groupId), sql`changes() > 0`)),
    ],
    ...people.flatMap(({ mail, hash }) => mail ? [db.q.run(mailInsertion(mail, isStored(hash)))] : []),
  ]);
  return await ownersOf(db, people);
}

const isStored = (hash: string) => sql`exists (select 1 from links where hash = ${hash})`;

const haveHashes = (cards: { hash: string }[]): SQL => sql`${links.hash} in ${listed(cards.map(({ hash }) => hash))}`;

async function ownersOf(db: Db, cards: { hash: string }[]): Promise<Set<string>> {
  const rows = await db.q.select({ id: links.userId }).from(links).where(haveHashes(cards));
  return new Set(rows.map(({ id }) => id));
}

/** Of accounts without an address alone: others are mailed a link when they ask for one. */
const canHaveCard = and(isNull(users.email), isNull(users.disabledAt), isNull(users.deletedAt));

/** Only operators may make a card for an account that also has a passkey, two-step codes or an identity provider. */
const hasPasswordAlone = and(
  ...[totps, passkeys, identities].map((table) =>
    sql`not exists (select 1 from ${table} where ${table}.user_id = users.id)`
  ),
);

/**
 * To whom somebody may hand a new card: members of the group for which their account was made, who are no organizers
 * themselves unless the viewer made the group. Somebody who leaves the group is not one of them any more
 * (`deleteMember`).
 */
const mayHandCard = (viewerId: Id, groupId: Id): SQL =>
  and(
    canHaveCard,
    hasPasswordAlone,
    eq(users.addedTo, groupId),
    sql`${users.id} <> ${viewerId}`,
    sql`exists (select 1 from members theirs where theirs.group_id = ${groupId} and theirs.user_id = users.id
      and (theirs.role = 'member' or ${hasMade(viewerId, groupId)}))`,
    sql`not exists (select 1 from groups where id = ${groupId} and created_by = ${users.id})`,
    mayOrganize(viewerId, groupId),
  )!;

const isUnused = eq(users.passwordHash, "");

const ownerColumns = { id: users.id, username: users.username, fullName: users.fullName };

const cardOwners = prepared((q) =>
  q.select({ id: users.id, isUnused: isUnused.mapWith(Boolean) }).from(users)
    .where(mayHandCard(sql.placeholder("viewerId"), sql.placeholder("groupId")))
    .limit(groupsLimits.groups.members).prepare()
);

export const listCardOwners = (db: Db, viewerId: string, groupId: string) => cardOwners(db).all({ viewerId, groupId });

export const findCardOwner = (db: Db, viewerId: string, { groupId, userId }: { groupId: string; userId: string }) =>
  db.q.select(ownerColumns).from(users).where(and(eq(users.id, userId), mayHandCard(viewerId, groupId))).get();

export const listUnusedCards = (
  db: Db,
  viewerId: string,
  { groupId, limit }: { groupId: string; limit: number },
) =>
  db.q.select(ownerColumns).from(users).where(and(isUnused, mayHandCard(viewerId, groupId))).orderBy(users.fullName)
    .limit(limit);

interface Card {
  userId: string;
  hash: string;
}

interface NewCards {
  cards: Card[];
  until: number;
  /** Only for people who have not used theirs. */
  areUnused?: boolean;
}

/** Ends earlier cards. @returns the ids of the people whose card was made */
export async function replaceCards(
  db: Db,
  by: { viewerId: string; groupId: string } | { audit: NewAuditRow },
  { cards, until, areUnused = false }: NewCards,
): Promise<Set<string>> {
  const may = and("audit" in by ? canHaveCard : mayHandCard(by.viewerId, by.groupId), areUnused ? isUnused : undefined);
  const rows = sql`json_each(${JSON.stringify(cards)}) as list`;
  const owner = sql.raw("json_extract(list.value, '$.userId')");
  const owners = sql`select users.id from ${rows} join users on users.id = ${owner} where ${may}`;
  await db.write([
    db.q.run(sql`delete from links where kind = 'card' and user_id in (${owners})`),
    db.q.run(sql`insert into links (hash, user_id, kind, expires_at)
      select json_extract(list.value, '$.hash'), users.id, 'card', ${until}
      from ${rows} join users on users.id = ${owner} where ${may}`),
    ..."audit" in by ? [auditRow(db, by.audit, { onlyAfterChange: true })] : [],
  ]);
  return await ownersOf(db, cards);
}

/** Accounts that were made with an address, and whose owners have not used the link that was mailed to them. */
export const hasUnusedLink = and(
  isUnused,
  isNotNull(users.email),
  isNull(users.verifiedAt),
  isNull(users.disabledAt),
  isNull(users.deletedAt),
  sql`exists (select 1 from links where kind = 'card' and user_id = users.id)`,
)!;

interface NewLink {
  userId: string;
  hash: string;
  until: number;
  mail: NewMail;
}

/** Ends the earlier link, and keeps the account for as long as the new one works. False unless one is unused. */
export const replaceLink = (db: Db, { userId, hash, until, mail }: NewLink, audit: NewAuditRow): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`insert into links (hash, user_id, kind, expires_at, email)
      select ${hash}, users.id, 'card', ${until}, users.email from users
      where users.id = ${userId} and ${hasUnusedLink}`),
    auditRow(db, audit, { onlyAfterChange: true }),
    db.q.delete(links).where(
      and(eq(links.userId, userId), eq(links.kind, "card"), ne(links.hash, hash), isStored(hash)),
    ),
    db.q.update(users).set({ verifyBy: until }).where(and(eq(users.id, userId), isStored(hash))),
    db.q.run(mailInsertion(mail, isStored(hash))),
  ]);

/** Undefined for one that is not good. Nothing changes. */
export const findCard = (db: Db, hash: string, now: number) =>
  db.q.select(ownerColumns).from(links).innerJoin(users, eq(users.id, links.userId)).where(
    sql`${links.hash} = ${hash} and ${links.kind} = 'card' and ${links.usedAt} is null and ${links.expiresAt} > ${now}
      and ${links.email} is ${users.email} and ${users.disabledAt} is null and ${users.deletedAt} is null`,
  ).get();

/** The group for which their account was made, where they are still in it. */
export const findOwnGroup = async (db: Db, userId: string): Promise<string | null> =>
  (await db.q.select({ id: members.groupId }).from(members).innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.userId, userId), eq(members.groupId, users.addedTo))).get())?.id ?? null;
