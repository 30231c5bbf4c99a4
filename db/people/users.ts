import * as peopleLimits from "../../server/contract/people/limits.ts";
import { and, asc, eq, gte, isNotNull, isNull, lt, ne, not, type SQL, sql } from "drizzle-orm";
import type { User, UserCard } from "../../server/contract/people/users.ts";
import { displayName } from "../../server/contract/people/names.ts";
import { normalize } from "../../server/contract/site/normalize.ts";
import { type Db, prepared, type Statement } from "../engine/client.ts";
import { withoutAccents } from "../engine/searchable.ts";
import { deleteUnusedPicture, insertPicture, type Picture } from "./pictures.ts";
import { userNumbers, users } from "../schema.ts";
import { isLapsed } from "../account/unverified.ts";
import { calledName, iso, ownColumns, strangerColumns } from "./columns.ts";

export interface NewUser {
  id: string;
  username: string;
  email: string;
  passwordHash: string;
  fullName: string;
  verifiedAt: number | null;
  /** When the account is deleted unless its address is verified; left out, it stays. */
  verifyBy?: number | null;
  createdAt: number;
  /** The invite link by which they register. */
  inviteId?: string;
}

/** The statement that stores a user; violates a unique index when the address or the username is taken. */
export const insertUser = (db: Db, user: NewUser): Statement => db.q.insert(users).values(user);

/** What signing in needs about an address; never sent to anyone. */
export const findCredentials = (db: Db, email: string) =>
  db.q.select({
    id: users.id,
    fullName: calledName,
    passwordHash: users.passwordHash,
    verifiedAt: users.verifiedAt,
  })
    .from(users).where(and(eq(users.email, email), isNull(users.deletedAt))).get();

/** Why somebody may not sign in; never sent to anyone. */
export const findSignInState = (db: Db, id: string) =>
  db.q.select({ disabledAt: users.disabledAt, deletedAt: users.deletedAt, passwordHash: users.passwordHash }).from(
    users,
  ).where(eq(users.id, id)).get();

/** Whether an account has this address: one that is verified, or may still be. */
export async function emailIsTaken(db: Db, email: string, now: number): Promise<boolean> {
  const account = await db.q.select({ id: users.id }).from(users).where(and(eq(users.email, email), not(isLapsed(now))))
    .get();
  return account !== undefined;
}

const ownRow = prepared((q) => q.select(ownColumns).from(users).where(eq(users.id, sql.placeholder("id"))).prepare());

/** A user, for that user alone. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await ownRow(db).get({ id });
  return row && asUser(row);
}

/** What the viewer may see of someone. */
export const findUserCard = (db: Db, viewerId: string, id: string): Promise<UserCard | undefined> =>
  db.q.select(strangerColumns(viewerId)).from(users).where(and(eq(users.id, id), isNull(users.deletedAt))).get();

type OwnRow = NonNullable<Awaited<ReturnType<ReturnType<typeof ownRow>["get"]>>>;

/** A row of `ownColumns` as the contract's `User`. */
export function asUser({ verifiedAt, createdAt, ...row }: OwnRow): User {
  return { ...row, name: displayName(row), emailVerified: verifiedAt !== null, createdAt: iso(createdAt) };
}

type Details = "emailVisible" | "fullName" | "bio" | "dob" | "gender" | "linkedin" | "instagram" | "twitter";

export interface ProfileChanges extends Partial<Pick<typeof users.$inferInsert, Details>> {
  /** Null for none. */
  picture?: Picture | null;
}

/** Changes a user's profile; what is left out stays. @returns the changed user; undefined where their account is deleted */
export async function updateProfile(
  db: Db,
  id: string,
  { picture, ...changes }: ProfileChanges,
): Promise<User | undefined> {
  const profileImage = picture === undefined ? sql`${users.profileImage}` : picture?.url ?? null;
  const [[row]] = await db.write([
    db.q.update(users).set({ ...changes, profileImage }).where(eq(users.id, id)).returning(ownColumns),
    ...insertPicture(db, picture),
    ...deleteUnusedPicture(db, picture ?? undefined),
  ]);
  return row && asUser(row);
}

export interface SearchOptions {
  /** Whether accounts with an unverified address are found too. */
  unverified?: boolean;
}

/**
 * Finds users by username and full name, without regard to case and accents: first usernames that begin with the query
 * (an equal one leads), then full names that do, then names with words that begin with the query's words, then names
 * that have it in their middle, from three characters on. Never the viewer, at most `peopleLimits.search.max`; a blank
 * query finds nobody.
 *
 * Every step reads an index in its own order and stops when it has enough, so that a query which half of all users
 * match costs no more than one that few do.
 */
export async function searchUsers(
  db: Db,
  viewerId: string,
  query: string,
  { unverified = false }: SearchOptions = {},
): Promise<UserCard[]> {
  // No name is longer, however it is decomposed, and so none contains it.
  if (query.length > 4 * peopleLimits.fullName.max) return [];
  const wanted = normalize(query.toWellFormed().replace(/\p{Cc}/gu, " ")).trim();
  if (!wanted || wanted.length > peopleLimits.fullName.max) return [];
  const visible = and(
    ne(users.id, viewerId),
    isNull(users.deletedAt),
    unverified ? undefined : isNotNull(users.verifiedAt),
  );
  const found = new Map<string, UserCard>();
  for (const step of searchSteps(db, viewerId, { wanted, visible })) {
    for (const card of await step()) found.set(card.id, found.get(card.id) ?? card);
    if (found.size >= peopleLimits.search.max) break;
  }
  return [...found.values()].slice(0, peopleLimits.search.max);
}

interface Search {
  wanted: string;
  /** Who is found at all. */
  visible: SQL | undefined;
}

function searchSteps(db: Db, viewerId: string, { wanted, visible }: Search): (() => Promise<UserCard[]>)[] {
  const words = wanted.split(/\s+/).map((word) => `${quoted(word)}*`).join(" AND ");
  return [
    () => usernamesFrom(db, viewerId, { wanted: withoutAccents(wanted), visible }),
    () => indexed(db, viewerId, { index: sql`user_words`, match: `full_name : ^ ${quoted(wanted)}*`, visible }),
    () => indexed(db, viewerId, { index: sql`user_words`, match: words, visible }),
    // Never matches what is shorter than the three characters its index is made of.
    () => indexed(db, viewerId, { index: sql`user_parts`, match: quoted(wanted), visible }),
  ];
}

/** A string of FTS5's query language, in which no character is an operator. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

async function usernamesFrom(db: Db, viewerId: string, { wanted: start, visible }: Search): Promise<UserCard[]> {
  if (!start) return [];
  return await db.q.select(strangerColumns(viewerId)).from(users)
    .where(and(gte(users.username, start), lt(users.username, `${start}\u{10ffff}`), visible))
    .orderBy(asc(users.username)).limit(peopleLimits.search.max);
}

/** In the order of joining: a ranking would have to read every match first. */
const indexed = (
  db: Db,
  viewerId: string,
  { index, match, visible }: { index: SQL; match: string; visible: SQL | undefined },
): Promise<UserCard[]> =>
  db.q.select(strangerColumns(viewerId)).from(index)
    .innerJoin(userNumbers, sql`${userNumbers.number} = ${index}.rowid`)
    .innerJoin(users, eq(users.id, userNumbers.userId))
    .where(and(sql`${index} match ${match}`, visible))
    .orderBy(sql`${index}.rowid`).limit(peopleLimits.search.max);
