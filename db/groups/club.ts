import { sql } from "drizzle-orm";
import { unreadMax } from "../../server/contract/chat/limits.ts";
import { isOnShelf } from "../books/conditions.ts";
import type { Db } from "../engine/client.ts";
import { isUpcoming } from "./meetings.ts";
import { isOpen } from "./polls.ts";
import { fromShownRequests } from "./requests.ts";
import { mayRead } from "./roles.ts";

/** How much of each thing a group has that its members decide and do together; of requests only for organizers. */
export interface ClubCounts {
  now: number;
  next: number;
  suggested: number;
  openPolls: number;
  meetings: number;
  /** Of those that the viewer is in; as many as are counted. */
  unreadThreads: number;
  requests: number;
  isListed: 0 | 1;
}

/** Undefined for outsiders. */
export async function countClub(
  db: Db,
  viewerId: string,
  groupId: string,
  now: number,
): Promise<ClubCounts | undefined> {
  const books = (state: string) =>
    sql`(select count(*) from books where books.group_id = ${groupId} and books.state = ${state}
      and ${isOnShelf()})`;
  const [counts] = await db.q.all<ClubCounts>(sql`select
    ${books("now")} as now, ${books("next")} as next, ${books("suggested")} as suggested,
    (select count(*) from polls where polls.group_id = ${groupId} and ${isOpen(now)}) as openPolls,
    (select count(*) from meetings where meetings.group_id = ${groupId} and ${isUpcoming(now)}) as meetings,
    (select count(*) from (
      select 1 from thread_reads where thread_reads.user_id = ${viewerId} and thread_reads.group_id = ${groupId}
        and exists (select 1 from messages where messages.group_id = thread_reads.group_id
          and messages.thread_seq = thread_reads.thread_seq and messages.seq > thread_reads.last_read_seq
          and messages.user_id <> ${viewerId} and messages.deleted_at is null)
      limit ${unreadMax}
    )) as unreadThreads,
    (select count(*) ${fromShownRequests(viewerId, groupId)}) as requests,
    exists (select 1 from group_settings where group_settings.group_id = ${groupId} and group_settings.listed)
      as isListed
    where ${mayRead(viewerId, groupId)}`);
  return counts;
}
