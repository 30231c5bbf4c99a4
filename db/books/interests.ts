/** Members who would read a book that is suggested or next. */
import { type Placeholder, sql } from "drizzle-orm";
import { shelf as limits } from "../../server/contract/books/limits.ts";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { mayRead, maySeeMember, mayWrite } from "../groups/roles.ts";
import { calledName } from "../people/columns.ts";
import { isCandidate, isOnShelf } from "./conditions.ts";

/** Of a row of `books`, as `members`. */
export const interestedMembers = sql`book_interests join members on book_interests.book_id = books.id
  and members.group_id = books.group_id and members.user_id = book_interests.user_id`;

/** Those of people who leave the group are deleted. */
export const interestedCount = sql<number>`(select count(*) from book_interests
  where book_interests.book_id = books.id)`;

/** @returns whether it is as asked */
export async function setInterest(
  db: Db,
  userId: string,
  { bookId, isInterested }: { bookId: string; isInterested: boolean },
  now: number,
): Promise<boolean> {
  const ofBook = sql`books where books.id = ${bookId} and ${isOnShelf()}
    and ${mayWrite(userId, sql`books.group_id`)}`;
  const [, [holds]] = await db.write([
    isInterested
      ? db.q.run(sql`insert into book_interests (book_id, user_id, created_at)
        select books.id, ${userId}, ${now} from ${ofBook} and ${isCandidate} on conflict do nothing`)
      : db.q.run(sql`delete from book_interests where user_id = ${userId}
        and book_id in (select books.id from ${ofBook})`),
    db.q.all<{ isSet: number }>(sql`select exists (
      select 1 from book_interests where book_id = ${bookId} and user_id = ${userId}) as "isSet" from ${ofBook}`),
  ]);
  return holds !== undefined && Boolean(holds.isSet) === isInterested;
}

/** With 0 nobody is named, and nobody counted. */
type Limit = number | Placeholder;

/** All whom the viewer may see where the list of members is for organizers; independent of the row, so made once. */
const shownOrganizers = (viewerId: string | Placeholder) =>
  sql`shown (group_id, user_id) as materialized (
    select organizers.group_id, organizers.user_id from members own
      join group_settings hiding on hiding.group_id = own.group_id and hiding.hide_members
      join groups made on made.id = own.group_id
      join members organizers on organizers.group_id = own.group_id
        and (organizers.role = 'organizer' or organizers.user_id = made.created_by)
    where own.user_id = ${viewerId})`;

/**
 * Of a row of `books`, as `members`: of those whom the viewer may see the first, which an index has in order, and the
 * viewer. A cross join fixes SQLite's join order.
 */
const namedMembers = (viewerId: string | Placeholder, most: Limit) =>
  sql`(
    select user_id from (select user_id from book_interests where book_id = books.id order by user_id limit ${most})
    union select user_id from book_interests where book_id = books.id and user_id = ${viewerId}
    union select user_id from (
      with ${shownOrganizers(viewerId)}
      select shown.user_id from shown cross join book_interests
        on book_interests.book_id = books.id and book_interests.user_id = shown.user_id
      where shown.group_id = books.group_id order by shown.user_id limit ${most})
  ) named cross join members on members.group_id = books.group_id and members.user_id = named.user_id
    and ${maySeeMember(viewerId, "members")}`;

/** Their ids, as JSON. Of other books null: nobody has to be notified of them. */
export const interestedIn = (viewerId: string | Placeholder, most: Limit) =>
  sql<string | null>`case when ${most} > 0 and ${isCandidate} then (
    select json_group_array(members.user_id) from ${namedMembers(viewerId, most)}) end`.as("interested");

/** Also of those whom a reader may not see. */
export const countInterested = (most: Limit) =>
  sql<number>`case when ${most} > 0 and ${isCandidate} then ${interestedCount} else 0 end`.as("interested_count");

/** By book. */
export async function listInterestedNames(db: Db, readerId: string, bookIds: string[]): Promise<Map<string, string[]>> {
  const rows = await db.q.all<{ id: string; names: string }>(sql`
    select books.id, (
      select json_group_array(${calledName}) from ${namedMembers(readerId, limits.names)}
        cross join users on users.id = members.user_id
      ) as names
    from books where books.id in ${listed(bookIds)} and ${isCandidate} and ${isOnShelf()}
      and ${mayRead(readerId, sql`books.group_id`)}`);
  return new Map(rows.map(({ id, names }) => [id, JSON.parse(names)]));
}
