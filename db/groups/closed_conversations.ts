/** Conversations of two people who are friends no longer. */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "../engine/client.ts";

/** Of two people. As `groups.people_key` of their conversation has it. */
export const peopleKey = (viewerId: string, userId: string): SQL =>
  sql`min(${viewerId}, ${userId}) || ' ' || max(${viewerId}, ${userId})`;

export const areFriends = (viewerId: string, userId: string): SQL =>
  sql`exists (select 1 from friendships where friendships.accepted_at is not null
    and friendships.user_a = min(${viewerId}, ${userId}) and friendships.user_b = max(${viewerId}, ${userId}))`;

/**
 * For the write that may end a friendship: what either has shared in their conversation they share no longer, as those
 * who leave a group. The last one gives the id of a conversation that is closed.
 */
export function closeConversation(db: Db, viewerId: string, userId: string) {
  const closed = sql`(select groups.id from groups
    where people_key = ${peopleKey(viewerId, userId)} and kind = 'direct' and not ${areFriends(viewerId, userId)})`;
  const itsBooks = sql`book_id in (select books.id from books where books.group_id = ${closed})`;
  return [
    db.q.run(sql`update reader_settings set shares_page = null where ${itsBooks}`),
    db.q.run(sql`update notes set shared_at = null where ${itsBooks}`),
    db.q.run(sql`update members set shares_pages = null where members.group_id = ${closed}`),
    db.q.all<{ id: string | null }>(sql`select ${closed} as id`),
  ] as const satisfies readonly Statement[];
}
