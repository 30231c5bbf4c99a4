import { v7 as uuid } from "uuid";
import type { Row } from "../../../../db/groups/incoming.ts";
import { ArchivedDate, ArchivedMeeting } from "../../../contract/groups/archive_shapes.ts";
import { meetings as limits } from "../../../contract/groups/limits.ts";
import type { NewDate, NewMeeting } from "../../../contract/groups/meeting_shapes.ts";
import { isDateOf, isOver, isUpcoming } from "../../../contract/groups/occurrences.ts";
import { nextReminderAt } from "../../../contract/groups/reminders.ts";
import type { ArchiveImport } from "./archive_import.ts";
import { positionIn } from "./shelved_book.ts";

export async function readMeetings(incoming: ArchiveImport): Promise<void> {
  const now = incoming.deps.clock();
  let [all, upcoming, changedDates] = [0, 0, 0];
  for await (const { coming, dates, firstStartsAt, ...row } of incoming.rows("meetings.json", ArchivedMeeting)) {
    const meeting = fromFirstDate(row, firstStartsAt);
    const { title, timeZone, repeats, cancelledAt } = meeting;
    const isAhead = isUpcoming(meeting, now);
    if (all === limits.perGroup || isAhead && upcoming === limits.upcoming) {
      incoming.leaveOut();
      continue;
    }
    all++;
    if (isAhead) upcoming++;
    const id = uuid();
    const archived = await Array.fromAsync(incoming.read(dates, ArchivedDate));
    const changed = archived.filter((own) => !isOver(own, now) && isDateOf(meeting, own.date))
      .slice(0, limits.changed.perGroup - changedDates);
    changedDates += changed.length;
    incoming.leaveOut(archived.length - changed.length);
    await incoming.writes.add("meetings", {
      ...timeAndPlace(incoming, meeting),
      id,
      group_id: incoming.groupId,
      title,
      time_zone: timeZone,
      repeats,
      created_by: incoming.user.id,
      created_at: now,
      updated_at: now,
      cancelled_at: cancelledAt,
      remind_at: cancelledAt === null ? nextReminderAt({ ...meeting, changed }, now) : null,
    });
    for (const { date, cancelledAt, ...content } of changed) {
      await incoming.writes.add("meeting_dates", {
        ...timeAndPlace(incoming, content),
        meeting_id: id,
        date,
        cancelled_at: cancelledAt,
        sequence: 0,
        updated_at: now,
      });
    }
    const members = incoming.people.membersOf(coming);
    for (const [n, user_id] of members.entries()) {
      const replied = { starts_at: row.startsAt, reply: "yes", replied_at: now - members.length + n };
      await incoming.writes.add("meeting_replies", { meeting_id: id, user_id, ...replied });
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

function timeAndPlace(incoming: ArchiveImport, { startsAt, endsAt, place, url, bookId, upTo }: NewDate): Row {
  const book = bookId === null ? undefined : incoming.books.get(bookId);
  return {
    starts_at: startsAt,
    ends_at: endsAt,
    place,
    url,
    book_id: book?.id ?? null,
    up_to: book && upTo !== null ? positionIn(book, upTo) : null,
  };
}
