import { sql } from "drizzle-orm";
import { meetings as limits } from "../../server/contract/groups/limits.ts";
import type { NewMeeting } from "../../server/contract/groups/meeting_shapes.ts";
import { nextReminderAt } from "../../server/contract/groups/reminders.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isBookOfGroup } from "./meeting_books.ts";
import { isUpcoming } from "./meetings.ts";
import { mayWrite } from "./roles.ts";

/**
 * @param upTo as a position
 * @returns false where it is there already, they may not, the book is not the group's, or there is no room
 */
export const insertMeeting = (
  db: Db,
  viewerId: string,
  { id, groupId, ...content }: NewMeeting & { id: string; groupId: string },
  now: number,
): Promise<boolean> => {
  const { title, startsAt, endsAt, timeZone, place, url, bookId, upTo, repeats } = content;
  return changesRows(db, [
    db.q.run(sql`
      insert into meetings (id, group_id, title, starts_at, ends_at, time_zone, place, url, book_id, up_to, repeats,
        created_by, created_at, updated_at, remind_at)
      select ${id}, groups.id, ${title}, ${startsAt}, ${endsAt}, ${timeZone}, ${place}, ${url}, ${bookId}, ${upTo},
        ${repeats}, ${viewerId}, ${now}, ${now}, ${nextReminderAt(content, now)}
      from groups where groups.id = ${groupId} and ${mayWrite(viewerId, groupId)}
        and ${isBookOfGroup(bookId, sql`groups.id`)}
        and (select count(*) < ${limits.perGroup}
            and count(*) filter (where ${isUpcoming(now)}) < ${limits.upcoming}
            and count(*) filter (where ${isUpcoming(now)} and meetings.created_by = ${viewerId}) < ${limits.own}
          from meetings where meetings.group_id = ${groupId})
      on conflict do nothing`),
  ]);
};
