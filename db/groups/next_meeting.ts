/** The next meeting of a member's groups. */
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { meetings as limits } from "../../server/contract/groups/limits.ts";
import { heldDates } from "../../server/contract/groups/occurrences.ts";
import type { Db } from "../engine/client.ts";
import { iso } from "../engine/query.ts";
import { listTimes } from "./meeting_dates.ts";
import { isComplete } from "./deletion.ts";
import { nameFor } from "./names.ts";
import { isOpenFor } from "./roles.ts";

export interface NextMeeting {
  id: string;
  groupId: string;
  groupName: string;
  title: string;
  /** Which date it is, where it repeats. */
  date: string | null;
  startsAt: string;
  timeZone: string;
}

/** Of the viewer's groups and open conversations, or of this one, what takes place or begins within this time. */
export async function findNextMeeting(
  db: Db,
  viewerId: string,
  { groupId, within }: { groupId?: string; within: number },
  now: number,
): Promise<NextMeeting | undefined> {
  const meetings = await listTimes<Pick<NextMeeting, "groupId" | "groupName" | "title">>(db, {
    columns: sql`meetings.group_id as "groupId", ${nameFor(viewerId)} as "groupName", meetings.title`,
    from: sql`from members join groups on groups.id = members.group_id join meetings on meetings.group_id = groups.id
      where members.user_id = ${viewerId} and ${isComplete(sql`groups.id`)} and ${
      groupId === undefined ? isOpenFor(viewerId, sql`groups.id`) : sql`groups.id = ${groupId}`
    }
        and meetings.cancelled_at is null and (meetings.repeats is not null
          or meetings.starts_at > ${now - limits.longest} and meetings.starts_at < ${now + within})
      order by meetings.id desc limit ${limits.inCalendar}`,
  }, now);
  const [next] = meetings.flatMap((meeting) =>
    heldDates(meeting, { from: now }).take(1).map((next) => ({ ...meeting, ...next })).toArray()
  ).filter(({ startsAt }) => startsAt < now + within).sort((a, b) => a.startsAt - b.startsAt);
  if (!next) return undefined;
  const { id, groupName, title, timeZone } = next;
  const date = next.repeats === null ? null : iso(next.date);
  return { id, groupId: next.groupId, groupName, title, date, startsAt: iso(next.startsAt), timeZone };
}

/** Whether to look for one: as part of another statement this costs next to nothing. @param now as `viewerId` is */
export const mayHaveMeetings = (viewerId: SQLWrapper, now: SQLWrapper, within: number): SQL<number> =>
  sql<number>`(exists (
    select 1 from members meeting join meetings on meetings.group_id = meeting.group_id
    where meeting.user_id = ${viewerId} and meetings.cancelled_at is null and ${isComplete(sql`meetings.group_id`)}
      and meetings.starts_at > ${now} - ${sql.raw(String(limits.longest))}
      and meetings.starts_at < ${now} + ${sql.raw(String(within))}
  ) or exists (
    select 1 from members meeting join meetings on meetings.group_id = meeting.group_id
    where meeting.user_id = ${viewerId} and meetings.repeats is not null and meetings.cancelled_at is null
      and ${isComplete(sql`meetings.group_id`)}
  ))`;
