/** Members who would read a book that is suggested or next. */
import { type Placeholder, sql } from "drizzle-orm";
import { shelf as limits } from "../../server/contract/books/limits.ts";
import type { Db } from "../engine/client.ts";
import { mayRead, maySeeMember, mayWrite } from "../groups/roles.ts";
import { calledName } from "../people/columns.ts";
import { isCandidate, isOnShelf } from "./conditions.ts";

/** Of a row of `books`, as `members`: people who have left the group do not count. */
export const interestedMembers = sql`book_interests join members on book_interests.book_id = books.id
  and members.group_id = books.group_id and members.user_id = book_interests.user_id`;

export const interestedCount = sql<number>`(select count(*) from ${interestedMembers})`;

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
      : db.q.run(sql`delete from book_interests where book_id = ${bookId} and user_id = ${userId}`),
    db.q.all<{ isSet: number }>(sql`select exists (
      select 1 from book_interests where book_id = ${bookId} and user_id = ${userId}) as "isSet" from ${ofBook}`),
  ]);
  return holds !== undefined && Boolean(holds.isSet) === isInterested;
}

/** Their ids, first those who said so first, as JSON. Of other books null: nobody has to be notified of them. */
export const interestedIn = (viewerId: string | Placeholder) =>
  sql<string | null>`case when ${isCandidate} then (
    select json_group_array(user_id) from (
      select members.user_id from ${interestedMembers} where ${maySeeMember(viewerId, "members")}
      order by book_interests.created_at, members.user_id
    )) end`.as("interested");

interface Interest {
  id: string;
  count: number;
  /** Of the first of those whom the reader sees. */
  names: string[];
}

/** By book. They are counted also where a reader may not see who the others are. */
export async function listInterests(db: Db, readerId: string, groupId: string): Promise<Map<string, Interest>> {
  const rows = await db.q.all<{ id: string; count: number; names: string }>(sql`
    select books.id, ${interestedCount} as count, (
      select json_group_array(name) from (
        select ${calledName} as name from ${interestedMembers} join users on users.id = members.user_id
        where ${maySeeMember(readerId, "members")}
        order by book_interests.created_at, members.user_id limit ${limits.names}
      )) as names
    from books where books.group_id = ${groupId} and ${isCandidate} and ${isOnShelf()}
      and ${mayRead(readerId, sql`books.group_id`)}`);
  return new Map(rows.map(({ names, ...row }) => [row.id, { ...row, names: JSON.parse(names) }]));
}
