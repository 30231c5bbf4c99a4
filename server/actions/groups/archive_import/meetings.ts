import { v7 as uuid } from "uuid";
import type { Row } from "../../../../db/groups/incoming.ts";
import { ArchivedDate, ArchivedMeeting } from "../../../contract/groups/archive_shapes.ts";
import { meetings as limits } from "../../../contract/groups/limits.ts";
import type { NewDate, NewMeeting } from "../../../contract/groups/meeting_shapes.ts";
import { isDateOf, isOver, isUpcoming } from "../../../contract/groups/occurrences.ts";
import { nextReminderAt } from "../../../contract/groups/reminders.ts";
import type { Reading } from "./reading.ts";
import { positionIn } from "./shelved_book.ts";

export async function readMeetings(reading: Reading): Promise<void> {
  const now = reading.deps.clock();
  let [all, upcoming, changedDates] = [0, 0, 0];
  for await (const { coming, dates, firstStartsAt, ...row } of reading.rows("meetings.json", ArchivedMeeting)) {
    const meeting = fromFirstDate(row, firstStartsAt);
    const { title, timeZone, repeats, cancelledAt } = meeting;
    const isAhead = isUpcoming(meeting, now);
    if (all === limits.perGroup || isAhead && upcoming === limits.upcoming) {
      reading.leaveOut();
      continue;
    }
    all++;
    if (isAhead) upcoming++;
    const id = uuid();
    const archived = await Array.fromAsync(reading.read(dates, ArchivedDate));
    const changed = archived.filter((own) => !isOver(own, now) && isDateOf(meeting, own.date))
      .slice(0, limits.changed.perGroup - changedDates);
    changedDates += changed.length;
    reading.leaveOut(archived.length - changed.length);
    await reading.writes.add("meetings", {
      ...timeAndPlace(reading, meeting),
      id,
      group_id: reading.groupId,
      title,
      time_zone: timeZone,
      repeats,
      created_by: reading.user.id,
      created_at: now,
      updated_at: now,
      cancelled_at: cancelledAt,
      remind_at: cancelledAt === null ? nextReminderAt({ ...meeting, changed }, now) : null,
    });
    for (const { date, cancelledAt, ...content } of changed) {
      await reading.writes.add("meeting_dates", {
        ...timeAndPlace(reading, content),
        meeting_id: id,
        date,
        cancelled_at: cancelledAt,
        sequence: 0,
        updated_at: now,
      });
    }
    const members = reading.people.membersOf(coming);
    for (const [n, user_id] of members.entries()) {
      const replied = { starts_at: row.startsAt, reply: "yes", replied_at: now - members.length + n };
      await reading.writes.add("meeting_replies", { meeting_id: id, user_id, ...replied });
    }
  }
}

/** A month with fewer days, in which the archive may have been made, moves the others no earlier. */
function fromFirstDate<M extends NewMeeting>(meeting: M, firstStartsAt: number | null): M {
  if (firstStartsAt === null) return meeting;
  const { startsAt, endsAt } = meeting;
  const series = { ...meeting, startsAt: firstStartsAt, endsAt: firstStartsAt + endsAt - startsAt };
  return isDateOf(series, startsAt) ? series : meeting;
}

function timeAndPlace(reading: Reading, { startsAt, endsAt, place, url, bookId, upTo }: NewDate): Row {
  const book = bookId === null ? undefined : reading.books.get(bookId);
  return {
    starts_at: startsAt,
    ends_at: endsAt,
    place,
    url,
    book_id: book?.id ?? null,
    up_to: book && upTo !== null ? positionIn(book, upTo) : null,
  };
}
