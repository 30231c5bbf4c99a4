import { sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { Meeting, MeetingReply } from "../../server/contract/groups/meeting_shapes.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { shownName } from "../people/columns.ts";
import { mayRead, maySeeMember, mayWrite } from "./roles.ts";

/** @param date that is meant, also where it was moved */
export const saveReply = (
  db: Db,
  viewerId: string,
  { id, date, reply }: { id: string; date: number; reply: MeetingReply },
  now: number,
): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`
      insert into meeting_replies (meeting_id, starts_at, user_id, reply, replied_at)
      select meetings.id, ${date}, ${viewerId}, ${reply}, ${now} from meetings
      where meetings.id = ${id} and meetings.cancelled_at is null and not exists (
          select 1 from meeting_dates where meeting_dates.meeting_id = meetings.id and meeting_dates.date = ${date}
            and meeting_dates.cancelled_at is not null) and ${mayWrite(viewerId, sql`meetings.group_id`)}
      on conflict do update set reply = excluded.reply, replied_at = excluded.replied_at`),
  ]);

/** Of a date, members whom they may see as such. */
export const listComing = (
  db: Db,
  viewerId: string,
  { id, date }: Pick<Meeting, "id" | "date">,
): Promise<Face[]> =>
  db.q.all(sql`
    select users.id, ${shownName("users")} as username, users.full_name as "fullName",
      users.profile_image as "profileImage"
    from meetings join meeting_replies on meeting_replies.meeting_id = meetings.id
      join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
      join users on users.id = members.user_id
    where meetings.id = ${id} and meeting_replies.starts_at = ${Date.parse(date)} and meeting_replies.reply = 'yes'
      and ${mayRead(viewerId, sql`meetings.group_id`)} and ${maySeeMember(viewerId, "members")}
    order by meeting_replies.replied_at, users.id limit ${limits.meetings.faces}`);

interface ReplyCount {
  id: string;
  reply: MeetingReply;
  count: number;
  isMine: number;
}

/** Of members, each on its date. */
export const countReplies = (
  db: Db,
  viewerId: string,
  dates: Pick<Meeting, "id" | "date">[],
): Promise<ReplyCount[]> =>
  db.q.all(sql`
    select meeting_replies.meeting_id as id, meeting_replies.reply, count(*) as count,
      max(meeting_replies.user_id = ${viewerId}) as "isMine"
    from json_each(${JSON.stringify(dates.map(({ id, date }) => ({ id, date: Date.parse(date) })))}) as dates
      join meeting_replies on meeting_replies.meeting_id = dates.value ->> 'id'
        and meeting_replies.starts_at = dates.value ->> 'date'
      join meetings on meetings.id = meeting_replies.meeting_id
      join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
    where ${mayRead(viewerId, sql`meetings.group_id`)}
    group by meeting_replies.meeting_id, meeting_replies.reply`);

/** Members who said that they come, or that they may. */
export async function listExpected(db: Db, { id, date }: Pick<Meeting, "id" | "date">): Promise<string[]> {
  const rows = await db.q.all<{ userId: string }>(sql`
    select members.user_id as "userId"
    from meetings join meeting_replies on meeting_replies.meeting_id = meetings.id
      join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
    where meetings.id = ${id} and meeting_replies.starts_at = ${Date.parse(date)} and meeting_replies.reply <> 'no'
    limit ${limits.groups.members}`);
  return rows.map(({ userId }) => userId);
}
