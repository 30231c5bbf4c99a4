/** The columns that are selected for the contract's views, times, and JSON made by the engine. */
import { Column, is, type Placeholder, SQL, sql } from "drizzle-orm";
import { users } from "../schema.ts";
import { deletedAccount } from "../../server/contract/account/limits.ts";

/** The username of a row of `users` as it is shown beside what they wrote: what is left of a deleted account has none. */
export const shownName = (user: string): SQL<string> =>
  sql.raw(`case when ${user}.deleted_at is null then ${user}.username else '${deletedAccount}' end`) as SQL<string>;

/** How somebody of `users` is addressed in mails and lists: by their name, else by their username. */
export const calledName: SQL<string> = sql`coalesce(users.full_name, users.username)`;

/** ISO 8601 UTC with milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** The same of a column of milliseconds, by the engine. */
export const isoOf = (column: Column): SQL<string> =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

/** Milliseconds since the epoch, by the clock of the database's machine: the same one for all instances. */
export const databaseNow: SQL<number> = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/** JSON text of a value of this type, made by the engine: far cheaper than rows where there are many. */
export type Json<T> = string & { readonly parsed?: T };

interface Shape {
  [name: string]: Column | SQL | Shape;
}

/** A JSON object of columns, expressions and further objects, under the names given here. */
export const jsonObject = (shape: Shape): SQL<string> =>
  sql`json_object(${
    sql.join(
      Object.entries(shape).flatMap(([name, value]) => [
        sql.raw(`'${name}'`),
        is(value, SQL) || is(value, Column) ? value : jsonObject(value),
      ]),
      sql`, `,
    )
  })`;

/**
 * A JSON array of the rows' JSON texts: cheaper than the engine's own, which parses each again. It has the order of the
 * subquery it selects from: SQLite leaves the `order by` of a subquery out only where the aggregates over it are
 * `count`, `min` and `max`. One within the aggregate a libSQL server does not parse.
 */
export const jsonArray = (text: SQL | SQL.Aliased): SQL<string> =>
  sql`'[' || coalesce(group_concat(${text}), '') || ']'`;

/** The columns of `Face`. */
export const faceColumns = {
  id: users.id,
  username: shownName("users"),
  fullName: users.fullName,
  profileImage: users.profileImage,
};

/** The columns of `PublicUser`. */
export const publicColumns = {
  ...faceColumns,
  bio: users.bio,
};

/** The columns of `UserCard`: what those see of someone who share a group or a friendship with them. */
export const cardColumns = {
  ...publicColumns,
  email: users.email,
};

/**
 * Whether a viewer may see the address of a row of `users`: its owner does not hide it, or they share a group or a
 * friendship. It names the table itself: Drizzle leaves it out where a query has no other, and in the subqueries the
 * columns would be those of theirs.
 */
export const maySeeEmail = (viewerId: string | Placeholder): SQL<number> =>
  sql`(users.email_visible or users.id = ${viewerId}
    or exists (select 1 from members theirs join members mine on mine.group_id = theirs.group_id
      where theirs.user_id = users.id and mine.user_id = ${viewerId})
    or exists (select 1 from friendships where accepted_at is not null and user_a = ${viewerId} and user_b = users.id)
    or exists (select 1 from friendships where accepted_at is not null and user_b = ${viewerId} and user_a = users.id))`;

/** The address of somebody, for a viewer who may have nothing to do with them; null where they may not see it. */
export const emailFor = (viewerId: string | Placeholder): SQL<string | null> =>
  sql`case when ${maySeeEmail(viewerId)} then users.email end`;

/** The columns of `UserCard` for such a viewer. */
export const strangerColumns = (viewerId: string) => ({ ...publicColumns, email: emailFor(viewerId) });

/** The columns of `User`: what someone may see of themselves. */
export const ownColumns = {
  ...cardColumns,
  emailVisible: users.emailVisible,
  dob: users.dob,
  gender: users.gender,
  linkedin: users.linkedin,
  instagram: users.instagram,
  twitter: users.twitter,
  verifiedAt: users.verifiedAt,
  createdAt: users.createdAt,
};
