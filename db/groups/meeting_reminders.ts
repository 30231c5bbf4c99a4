import { sql } from "drizzle-orm";
import { meetings as limits } from "../../server/contract/groups/limits.ts";
import type { Meeting } from "../../server/contract/groups/meeting_shapes.ts";
import { nextReminderAt, type Reminder } from "../../server/contract/groups/reminders.ts";
import type { Db } from "../engine/client.ts";
import { isComplete } from "./deletion.ts";
import { listTimes, type TimedMeeting } from "./meeting_dates.ts";
import { isOpenFor } from "./roles.ts";

export type RemindedMeeting = TimedMeeting & Pick<Meeting, "groupId" | "title"> & { remindAt: number };

export const listToRemind = (db: Db, now: number): Promise<RemindedMeeting[]> =>
  listTimes(db, {
    columns: sql`meetings.group_id as "groupId", meetings.title, meetings.remind_at as "remindAt"`,
    from: sql`from meetings where meetings.remind_at is not null and meetings.remind_at <= ${now}
      and ${isComplete(sql`meetings.group_id`)}
      order by meetings.remind_at limit ${limits.swept}`,
  }, now);

/** Members who chose this reminder: those who said that they may come, and of the others those who get all news. */
export async function listReminded(
  db: Db,
  { id, date, reminder }: { id: string; date: number; reminder: Reminder },
): Promise<string[]> {
  const isWanted = sql.raw(`coalesce(mail_settings.meeting_${reminder}, 1)`);
  const rows = await db.q.all<{ userId: string }>(sql`
    select members.user_id as "userId"
    from meetings join members on members.group_id = meetings.group_id
      left join mail_settings on mail_settings.user_id = members.user_id
      left join meeting_replies on meeting_replies.meeting_id = meetings.id
        and meeting_replies.starts_at = ${date} and meeting_replies.user_id = members.user_id
    where meetings.id = ${id} and meetings.cancelled_at is null and ${isWanted}
      and ${isOpenFor(sql`members.user_id`, sql`meetings.group_id`)}
      and coalesce(meeting_replies.reply, case members.notify when 'all' then 'maybe' else 'no' end) <> 'no'`);
  return rows.map(({ userId }) => userId);
}

/** Unless another instance did, or it was changed meanwhile. */
export const saveNextReminder = (db: Db, { id, remindAt, sequence, ...meeting }: RemindedMeeting, now: number) =>
  db.write([
    db.q.run(sql`
      update meetings set remind_at = ${nextReminderAt(meeting, now)}
      where meetings.id = ${id} and meetings.remind_at = ${remindAt} and meetings.sequence = ${sequence}`),
  ]);
