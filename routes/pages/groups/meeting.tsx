import { listTitles } from "../../../db/books/books.ts";
import { listDates } from "../../../db/groups/meeting_dates.ts";
import { listComing } from "../../../db/groups/meeting_replies.ts";
import { findMeeting } from "../../../db/groups/meetings.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { type Meeting, meetingReplies } from "../../../server/contract/groups/meeting_shapes.ts";
import { isToCome, type MeetingDate } from "../../../server/contract/groups/occurrences.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import type { Face } from "../../../server/contract/people/shapes.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { sentTime } from "../../../server/contract/site/fields.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { LinkRow } from "../../layout/parts.tsx";
import { ReaderName } from "../reading/reader_cell.tsx";
import { DateChanges, MeetingChanges } from "./meeting_changes.tsx";
import { timesFor } from "./meeting_time.ts";
import { meetingsPage, Starts } from "./meetings_layout.tsx";

export interface MeetingParams {
  id: string;
  meetingId: string;
}

interface MeetingPage {
  /** Of one that repeats: the current one, if left out. */
  date?: string;
  failed?: FailedForm;
  /** Which form has failed. */
  form?: "series" | "date";
}

export async function showMeeting(
  c: C,
  { id: groupId, meetingId }: MeetingParams,
  { date, failed, form = "series" }: MeetingPage = {},
): Promise<Response> {
  return await meetingsPage(c, { groupId, failed }, async () => {
    const { deps, user } = c.var;
    const { db, config } = deps;
    const now = deps.clock();
    const current = await findMeeting(db, user.id, { id: meetingId }, now);
    if (current?.groupId !== groupId) {
      setFlash(c, "error", words.notFound);
      return c.redirect(clubPaths.meetings(groupId), 303);
    }
    const startsAt = sentTime(words.noTime).safeParse(date).data;
    const meeting = startsAt === undefined
      ? current
      : await findMeeting(db, user.id, { id: meetingId, date: startsAt }, now) ?? current;
    const [coming, dates, books] = await Promise.all([
      listComing(db, user.id, meeting),
      meeting.repeats === null ? [] : listDates(db, user.id, meetingId, now),
      meeting.mayChange || failed ? listTitles(db, user.id, groupId) : [],
    ]);
    const isCancelled = current.cancelledAt !== null;
    const mayBeChanged = dates.length > 0 && isToCome(meeting, now);
    const failedOf = (name: typeof form) => form === name ? failed : undefined;
    return {
      title: meeting.title,
      about: { kind: "meeting", id: meetingId },
      back: { href: clubPaths.meetings(groupId), text: words.title },
      body: (
        <>
          <Facts c={c} meeting={meeting} />
          {meeting.cancelledAt === null
            ? <Replies meeting={meeting} isOpen={meeting.date === current.date || mayBeChanged} />
            : <p>{isCancelled ? words.cancelled : words.dateCancelled}</p>}
          {coming.length > 0 && <Coming faces={coming} count={meeting.replies.yes} />}
          {dates.length > 0 && <NextDates c={c} meeting={meeting} dates={dates} />}
          <LinkRow icon="calendar" href={`${config.apiBase}/meetings/${meetingId}.ics`}>
            {isCancelled ? words.cancelInCalendar : words.addToCalendar}
          </LinkRow>
          {mayBeChanged && (meeting.mayChange || failedOf("date")) && (
            <DateChanges c={c} meeting={meeting} books={books} failed={failedOf("date")} />
          )}
          {(meeting.mayChange || failedOf("series")) && (
            <MeetingChanges c={c} meeting={current} books={books} failed={failedOf("series")} />
          )}
        </>
      ),
    };
  });
}

interface NextDatesProps {
  c: C;
  meeting: Meeting;
  dates: MeetingDate[];
}

function NextDates({ c, meeting, dates }: NextDatesProps) {
  const { id, groupId, timeZone } = meeting;
  const format = timesFor(c)(timeZone);
  return (
    <section aria-labelledby="dates-title">
      <h2 id="dates-title">{words.nextDates}</h2>
      <ul className="lined-list meeting-dates">
        {dates.map(({ date, startsAt, cancelledAt }) => {
          const [planned, at] = [date, startsAt].map((time) => new Date(time).toISOString());
          return (
            <li key={date}>
              <a
                href={clubPaths.meetingDate(groupId, id, planned)}
                aria-current={planned === meeting.date ? "true" : undefined}
              >
                <Starts at={at} format={format} />
              </a>
              {cancelledAt !== null
                ? <span className="muted">{words.dateCancelledShort}</span>
                : planned !== at && <span className="muted">{words.dateMoved}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Facts({ c, meeting }: { c: C; meeting: Meeting }) {
  const { startsAt, endsAt, timeZone, place, url, bookId, bookTitle, upTo, repeats, groupId, series } = meeting;
  const here = timesFor(c)(timeZone);
  const there = timeFormatter({ ...here.locale, timeZone });
  const isOneDay = here.day(startsAt) === here.day(endsAt);
  return (
    <div className="stack meeting-facts">
      <p>
        <time dateTime={startsAt}>{here.long(startsAt)}</time>{" "}
        {here.named(words.until(isOneDay ? here.time(endsAt) : here.full(endsAt)))}
        {here.full(startsAt) !== there.full(startsAt) && (
          <>
            <br />
            <span className="muted">{words.there(there.full(startsAt), timeZone)}</span>
          </>
        )}
      </p>
      {repeats && <p>{words[repeats]}</p>}
      {series && series.startsAt !== startsAt && (
        <p className="muted">{words.usually(here.fullNamed(series.startsAt))}</p>
      )}
      {place && <p dir="auto">{place}</p>}
      {url && (
        <p>
          <a href={url} rel="noopener nofollow ugc" dir="ltr">{url}</a>
        </p>
      )}
      {bookId && bookTitle && (
        <p>
          <a href={readingPaths.bookPage(groupId, bookId)} dir="auto">
            {upTo === null ? bookTitle : words.readUpTo(`${words.upTo} ${upTo}`, bookTitle)}
          </a>
        </p>
      )}
    </div>
  );
}

interface RepliesProps {
  meeting: Meeting;
  /** Whether one can be given. */
  isOpen: boolean;
}

function Replies({ meeting: { id, groupId, date, mine, replies }, isOpen }: RepliesProps) {
  const counts = <p className="muted">{words.counts(replies)}</p>;
  if (!isOpen) return counts;
  return (
    <form method="post" action={`${clubPaths.meeting(groupId, id)}/reply`} className="stack">
      <input type="hidden" name="date" value={date} />
      <fieldset className="choice-set meeting-replies">
        <legend className="field-label">{words.answer}</legend>
        {meetingReplies.map((reply) => (
          <Button
            key={reply}
            type="submit"
            name="reply"
            value={reply}
            kind={mine === reply ? "primary" : "quiet"}
            aria-pressed={mine === reply}
          >
            {words[reply]}
          </Button>
        ))}
      </fieldset>
      {counts}
    </form>
  );
}

const Coming = ({ faces, count }: { faces: Face[]; count: number }) => (
  <section aria-labelledby="coming-title">
    <h2 id="coming-title">{words.coming}</h2>
    <ul className="face-row">
      {faces.map((user) => (
        <li key={user.id}>
          <ReaderName user={user} />
        </li>
      ))}
      {count > faces.length && <li className="muted">{words.moreComing(count - faces.length)}</li>}
    </ul>
  </section>
);
