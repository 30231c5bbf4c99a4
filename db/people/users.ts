import { and, asc, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { displayName } from "../../server/contract/people/names.ts";
import type { User, UserCard } from "../../server/contract/people/shapes.ts";
import { normalize } from "../../server/contract/site/normalize.ts";
import { type Db, prepared, type Statement } from "../engine/client.ts";
import { iso } from "../engine/query.ts";
import { withoutAccents } from "../engine/searchable.ts";
import { media, userNumbers, users } from "../schema.ts";
import { ownColumns, strangerColumns } from "./columns.ts";

const ownRow = prepared((q) => q.select(ownColumns).from(users).where(eq(users.id, sql.placeholder("id"))).prepare());

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await ownRow(db).get({ id });
  return row && asUser(row);
}

export const findUserCard = (db: Db, viewerId: string, id: string): Promise<UserCard | undefined> =>
  db.q.select(strangerColumns(viewerId)).from(users).where(and(eq(users.id, id), isNull(users.deletedAt))).get();

type OwnRow = NonNullable<Awaited<ReturnType<ReturnType<typeof ownRow>["get"]>>>;

export function asUser({ verifiedAt, createdAt, ...row }: OwnRow): User {
  return { ...row, name: displayName(row), emailVerified: verifiedAt !== null, createdAt: iso(createdAt) };
}

type Details = "emailVisible" | "fullName" | "bio" | "dob" | "gender" | "linkedin" | "instagram" | "twitter";

export async function updateProfile(
  db: Db,
  id: string,
  { picture, ...changes }: Partial<Pick<typeof users.$inferInsert, Details>> & { picture?: Picture | null },
): Promise<User | undefined> {
  const profileImage = picture === undefined ? sql`${users.profileImage}` : picture?.url ?? null;
  const [[row]] = await db.write([
    db.q.update(users).set({ ...changes, profileImage }).where(eq(users.id, id)).returning(ownColumns),
    ...insertPicture(db, picture),
    ...deleteUnusedPicture(db, picture ?? undefined),
  ]);
  return row && asUser(row);
}

interface SearchOptions {
  unverified?: boolean;
}

/**
 * First usernames that begin with the query, then full names, then words of names, then their middles. Every step reads
 * an index in its own order and stops when it has enough: a query that half of all users match is no slower.
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
    isNull(users.guestUntil),
    unverified ? undefined : isNotNull(users.verifiedAt),
  );
  const words = wanted.split(/\s+/).map((word) => `${quoted(word)}*`).join(" AND ");
  const search = { db, viewerId, visible };
  const found = new Map<string, UserCard>();
  for (
    const step of [
      () => usernamesFrom(search, withoutAccents(wanted)),
      () => indexed(search, sql`user_words`, `full_name : ^ ${quoted(wanted)}*`),
      () => indexed(search, sql`user_words`, words),
      // Never matches what is shorter than the three characters its index is made of.
      () => indexed(search, sql`user_parts`, quoted(wanted)),
    ]
  ) {
    for (const card of await step()) found.set(card.id, found.get(card.id) ?? card);
    if (found.size >= peopleLimits.search.max) break;
  }
  return [...found.values()].slice(0, peopleLimits.search.max);
}

interface Search {
  db: Db;
  viewerId: string;
  visible: SQL | undefined;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

async function usernamesFrom({ db, viewerId, visible }: Search, start: string): Promise<UserCard[]> {
  if (!start) return [];
  return await db.q.select(strangerColumns(viewerId)).from(users)
    .where(and(gte(users.username, start), lt(users.username, `${start}\u{10ffff}`), visible))
    .orderBy(asc(users.username)).limit(peopleLimits.search.max);
}

/** In the order of joining: a ranking would have to read every match first. */
const indexed = ({ db, viewerId, visible }: Search, index: SQL, match: string): Promise<UserCard[]> =>
  db.q.select(strangerColumns(viewerId)).from(index)
    .innerJoin(userNumbers, sql`${userNumbers.number} = ${index}.rowid`)
    .innerJoin(users, eq(users.id, userNumbers.userId))
    .where(and(sql`${index} match ${match}`, visible))
    .orderBy(sql`${index}.rowid`).limit(peopleLimits.search.max);

export interface Picture {
  url: string;
  hash: string;
  sizes: { size: number; bytes: Uint8Array<ArrayBuffer> }[];
}

export const insertPicture = (db: Db, picture: Picture | null | undefined): Statement[] =>
  picture?.sizes.map(({ size, bytes }) =>
    db.q.insert(media).values({ hash: picture.hash, size, bytes: Buffer.from(bytes) }).onConflictDoNothing()
  ) ?? [];

export const deleteUnusedPicture = (db: Db, picture: Picture | undefined): Statement[] =>
  picture
    ? [
      db.q.delete(media).where(sql`${media.hash} = ${picture.hash}
        and not exists (select 1 from users where profile_image = ${picture.url})
        and not exists (select 1 from groups where image = ${picture.url})`),
    ]
    : [];

export async function findPicture(db: Db, hash: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await db.q.select({ bytes: media.bytes }).from(media)
    .where(and(eq(media.hash, hash), eq(media.size, size))).get();
  return row && new Uint8Array(row.bytes);
}
