import { listTitles } from "../../../db/books/books.ts";
import { findMeeting, listComing, listDates } from "../../../db/groups/meetings.ts";
import { Field, fieldOf, Select } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import {
  cancelDate,
  cancelMeeting,
  changeDate,
  changeMeeting,
  createMeeting,
  listMeetings,
  replyToMeeting,
} from "../../../server/actions/groups/meetings.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { writtenIn } from "../../../server/contract/groups/meeting_form.ts";
import {
  type DateContent,
  type Meeting,
  meetingReplies,
  repeats,
} from "../../../server/contract/groups/meeting_shapes.ts";
import { isToCome, type MeetingDate } from "../../../server/contract/groups/occurrences.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import type { Face } from "../../../server/contract/people/shapes.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { sentTime } from "../../../server/contract/site/fields.ts";
import { readerLocale, setFlash } from "../../../server/http/cookies.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { LinkRow, PostButton, Submit } from "../../layout/parts.tsx";
import { ReaderName } from "../reading/reader_cell.tsx";
import { timesFor } from "./meeting_time.ts";
import { type PartDrawn, partOfGroup } from "./part_of_group.tsx";

export const meetings = router();

meetings.get("/group/:id/meetings", signedInPage, (c) => showMeetings(c, c.req.param("id")));
meetings.get(
  "/group/:id/meetings/:meetingId",
  signedInPage,
  (c) => showMeeting(c, c.req.param(), { date: c.req.query("date") }),
);

type Titled = Awaited<ReturnType<typeof listTitles>>[number];

async function showMeetings(c: C, groupId: string, failed?: FailedForm): Promise<Response> {
  return await showPage(c, { groupId, failed }, async (books) => {
    const { deps, user } = c.var;
    const after = failed ? undefined : c.req.query("after");
    const { meetings: all, hasMore } = await listMeetings(deps, user, { groupId, after });
    const isNext = ({ endsAt, cancelledAt }: Meeting) => cancelledAt === null && Date.parse(endsAt) > deps.clock();
    const [next, past] = [all.filter(isNext), all.filter((meeting) => !isNext(meeting))];
    return {
      title: words.title,
      body: (
        <>
          {next.length === 0 && after === undefined && <EmptyState picture="books" text={words.none} />}
          <MeetingList c={c} meetings={next} />
          <details className="fold" open={failed !== undefined}>
            <summary>{words.plan}</summary>
            <MeetingForm c={c} action={clubPaths.newMeeting(groupId)} books={books} failed={failed} />
          </details>
          <p>
            <a href={noticePaths.noticesWithCalendar}>{words.toCalendar}</a>
          </p>
          {past.length > 0 && (
            <details className="fold" open={after !== undefined}>
              <summary>{words.past}</summary>
              <MeetingList c={c} meetings={past} />
            </details>
          )}
          {hasMore && <LinkRow href={clubPaths.meetingsAfter(groupId, all.at(-1)!.id)}>{words.more}</LinkRow>}
        </>
      ),
    };
  });
}

interface Asked {
  groupId: string;
  failed?: FailedForm;
}

const showPage = (c: C, asked: Asked, draw: (books: Titled[]) => Promise<PartDrawn | Response>): Promise<Response> =>
  partOfGroup(
    c,
    { description: words.description, styles: ["meetings-page"], live: "meetings", ...asked },
    async ({ id }) => {
      const { deps: { db }, user } = c.var;
      return await draw(await listTitles(db, user.id, id));
    },
  );

function MeetingList({ c, meetings }: { c: C; meetings: Meeting[] }) {
  if (meetings.length === 0) return null;
  const timesIn = timesFor(c);
  return (
    <ul className="lined-list">
      {meetings.map(({ id, groupId, title, startsAt, timeZone, replies, cancelledAt }) => (
        <li key={id}>
          <span>
            <a href={clubPaths.meeting(groupId, id)} dir="auto">{title}</a>
            <br />
            <Starts at={startsAt} format={timesIn(timeZone)} />
          </span>
          <span className="muted">{cancelledAt === null ? words.counts(replies) : words.isCancelled}</span>
        </li>
      ))}
    </ul>
  );
}

const Starts = ({ at, format }: { at: string; format: ReturnType<ReturnType<typeof timesFor>> }) => (
  <time dateTime={at} title={format.fullNamed(at)}>{format.short(at)}</time>
);

interface Params {
  id: string;
  meetingId: string;
}

interface Shown {
  /** One that repeats: the next one, if left out. */
  date?: string;
  failed?: FailedForm;
  of?: "series" | "date";
}

async function showMeeting(
  c: C,
  { id: groupId, meetingId }: Params,
  { date, failed, of = "series" }: Shown = {},
): Promise<Response> {
  return await showPage(c, { groupId, failed }, async (books) => {
    const { deps, user } = c.var;
    const { db, config } = deps;
    const now = deps.clock();
    const current = await findMeeting(db, user.id, { id: meetingId }, now);
    if (current?.groupId !== groupId) {
      setFlash(c, "error", words.notFound);
      return c.redirect(clubPaths.meetings(groupId), 303);
    }
    const asked = sentTime(words.noTime).safeParse(date).data;
    const meeting = asked === undefined
      ? current
      : await findMeeting(db, user.id, { id: meetingId, date: asked }, now) ?? current;
    const [coming, dates] = await Promise.all([
      listComing(db, user.id, meeting),
      meeting.repeats === null ? [] : listDates(db, user.id, meetingId, now),
    ]);
    const isOver = current.cancelledAt !== null;
    const [shown, endsAt] = [meeting.date, meeting.endsAt].map(Date.parse);
    const mayBeChanged = dates.length > 0 && isToCome({ date: shown, endsAt }, now);
    return {
      title: meeting.title,
      about: { kind: "meeting", id: meetingId },
      back: { href: clubPaths.meetings(groupId), text: words.title },
      body: (
        <>
          <Facts c={c} meeting={meeting} book={books.find(({ id }) => id === meeting.bookId)} />
          {meeting.cancelledAt === null
            ? <Replies meeting={meeting} isOpen={meeting.date === current.date || mayBeChanged} />
            : <p>{isOver ? words.cancelled : words.dateCancelled}</p>}
          {coming.length > 0 && <Coming faces={coming} count={meeting.replies.yes} />}
          {dates.length > 0 && <NextDates c={c} meeting={meeting} dates={dates} />}
          <LinkRow icon="calendar" href={`${config.apiBase}/meetings/${meetingId}.ics`}>
            {isOver ? words.cancelInCalendar : words.addToCalendar}
          </LinkRow>
          {mayBeChanged && (meeting.mayChange || failed && of === "date") && (
            <DateChanges c={c} meeting={meeting} books={books} failed={of === "date" ? failed : undefined} />
          )}
          {(meeting.mayChange || failed && of === "series") && (
            <Changes c={c} meeting={current} books={books} failed={of === "series" ? failed : undefined} />
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

function NextDates({ c, meeting: { id, groupId, date: shown, timeZone }, dates }: NextDatesProps) {
  const format = timesFor(c)(timeZone);
  return (
    <section aria-labelledby="dates-title">
      <h2 id="dates-title">{words.nextDates}</h2>
      <ul className="lined-list meeting-dates">
        {dates.map(({ date, startsAt, cancelledAt }) => {
          const [of, at] = [date, startsAt].map((time) => new Date(time).toISOString());
          return (
            <li key={date}>
              <a href={clubPaths.meetingDate(groupId, id, of)} aria-current={of === shown ? "true" : undefined}>
                <Starts at={at} format={format} />
              </a>
              {cancelledAt !== null
                ? <span className="muted">{words.dateCancelledShort}</span>
                : of !== at && <span className="muted">{words.dateMoved}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Facts({ c, meeting, book }: { c: C; meeting: Meeting; book?: Titled }) {
  const { startsAt, endsAt, timeZone, place, url, upTo, repeats, groupId, series } = meeting;
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
      {book && (
        <p>
          <a href={readingPaths.bookPage(groupId, book.id)} dir="auto">
            {upTo === null ? book.title : words.readUpTo(`${words.upTo} ${upTo}`, book.title)}
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
      <fieldset className="meeting-replies">
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
    <ul className="meeting-faces">
      {faces.map((user) => (
        <li key={user.id}>
          <ReaderName user={user} />
        </li>
      ))}
      {count > faces.length && <li className="muted">{words.moreComing(count - faces.length)}</li>}
    </ul>
  </section>
);

interface ChangesProps {
  c: C;
  meeting: Meeting;
  books: Titled[];
  failed?: FailedForm;
}

/** Also for what was typed before the meeting was cancelled. */
const Changes = ({ c, meeting, books, failed }: ChangesProps) => {
  const action = clubPaths.meeting(meeting.groupId, meeting.id);
  return (
    <>
      <details className="fold" open={failed !== undefined}>
        <summary>{meeting.repeats ? words.changeAll : words.change}</summary>
        {meeting.repeats && <p className="muted">{words.changesSeries}</p>}
        <MeetingForm c={c} action={`${action}/change`} books={books} meeting={meeting} failed={failed} />
      </details>
      {meeting.mayChange && (
        <details className="fold">
          <summary>{meeting.repeats ? words.cancelAll : words.cancel}</summary>
          <div className="stack">
            <p>{meeting.repeats && words.cancelSeries} {words.cancelHint}</p>
            <PostButton action={`${action}/cancel`} kind="danger" icon="trash">
              {meeting.repeats ? words.cancelAll : words.cancel}
            </PostButton>
          </div>
        </details>
      )}
    </>
  );
};

/** Of the date that is shown. */
function DateChanges({ c, meeting, books, failed }: ChangesProps) {
  const { groupId, id, date, startsAt, series, cancelledAt } = meeting;
  const time = timesFor(c)(meeting.timeZone).short(startsAt);
  const action = (what: "change" | "cancel") => clubPaths.dateForm(groupId, id, date, what);
  const isAsOthersOver = Date.parse((series ?? meeting).endsAt) <= c.var.deps.clock();
  return (
    <>
      <details className="fold" open={failed !== undefined}>
        <summary>{words.changeDate(time)}</summary>
        <DateForm c={c} action={action("change")} books={books} meeting={meeting} failed={failed} />
      </details>
      {cancelledAt === null && (
        <details className="fold">
          <summary>{words.cancelDate(time)}</summary>
          <div className="stack">
            <p>{words.cancelDateHint}</p>
            <PostButton action={action("cancel")} kind="danger" icon="trash">{words.cancelDate(time)}</PostButton>
          </div>
        </details>
      )}
      {(series || cancelledAt !== null) && !isAsOthersOver && (
        <PostButton action={action("change")}>{cancelledAt === null ? words.asOthers : words.bringBack}</PostButton>
      )}
    </>
  );
}

const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone")];

interface FormProps {
  c: C;
  action: string;
  books: Titled[];
  meeting?: Meeting;
  failed?: FailedForm;
}

const fieldsOf = (values: Record<string, string>, failed?: FailedForm) => (name: string) => ({
  ...fieldOf(name, failed?.refusal.issues),
  defaultValue: values[name] ?? "",
});

type NamedField = ReturnType<typeof fieldsOf>;

function MeetingForm({ c, action, books, meeting, failed }: FormProps) {
  const planned = meeting && { ...meeting, ...meeting.series };
  const bookNow = books.find(({ state }) => state === "now");
  const values: Record<string, string> = failed?.sent ??
    (planned ? valuesOf(planned) : { bookId: bookNow?.id ?? "", timeZone: readerLocale(c).timeZone });
  const field = fieldsOf(values, failed);
  const { title, timeZone } = groupsLimits.meetings;
  return (
    <form method="post" action={action} className="meeting-form">
      <Field {...field("title")} label={words.name} dir="auto" maxLength={title} required />
      <TimeFields field={field} />
      <Field
        {...field("timeZone")}
        label={words.timeZone}
        hint={words.zoneHint}
        list="time-zones"
        maxLength={timeZone}
        required
      />
      <datalist id="time-zones">{timeZones.map((zone) => <option key={zone} value={zone} />)}</datalist>
      <PlaceAndBook field={field} books={books} />
      <Select
        {...field("repeats")}
        label={words.repeats}
        options={[{ value: "", label: words.once }, ...repeats.map((name) => ({ value: name, label: words[name] }))]}
      />
      <Submit kind="primary">{meeting ? words.save : words.plan}</Submit>
    </form>
  );
}

/** In the zone of the meeting. */
function DateForm({ action, books, meeting, failed }: FormProps & { meeting: Meeting }) {
  const field = fieldsOf(failed?.sent ?? valuesOf(meeting), failed);
  return (
    <form method="post" action={action} className="meeting-form">
      <p className="muted">{words.timesIn(meeting.timeZone)}</p>
      <input type="hidden" name="timeZone" value={meeting.timeZone} />
      <TimeFields field={field} />
      <PlaceAndBook field={field} books={books} />
      <Submit kind="primary">{words.save}</Submit>
    </form>
  );
}

const TimeFields = ({ field }: { field: NamedField }) => (
  <>
    <Field {...field("startsAt")} label={words.starts} type="datetime-local" required />
    <Field {...field("endsAt")} label={words.ends} type="datetime-local" required />
  </>
);

function PlaceAndBook({ field, books }: { field: NamedField; books: Titled[] }) {
  const bookNow = books.find(({ state }) => state === "now");
  return (
    <>
      <Field {...field("place")} label={words.place} dir="auto" maxLength={groupsLimits.meetings.place} />
      <Field {...field("url")} label={words.url} type="url" />
      {bookNow && <input type="hidden" name="bookNow" value={bookNow.id} />}
      <div className="meeting-book">
        <Select
          {...field("bookId")}
          label={words.book}
          options={[
            { value: "", label: words.noBookChosen },
            ...books.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
        <Field {...field("upTo")} label={words.upTo} inputMode="numeric" />
      </div>
    </>
  );
}

const valuesOf = (
  { startsAt, endsAt, timeZone, ...meeting }: DateContent & Pick<Meeting, "title" | "timeZone" | "repeats">,
): Record<string, string> => ({
  title: meeting.title,
  startsAt: writtenIn(startsAt, timeZone),
  endsAt: writtenIn(endsAt, timeZone),
  timeZone,
  place: meeting.place ?? "",
  url: meeting.url ?? "",
  bookId: meeting.bookId ?? "",
  upTo: meeting.upTo === null ? "" : String(meeting.upTo),
  repeats: meeting.repeats ?? "",
});

mountForm(meetings, createMeeting, {
  refused: (c, refusal, { params, fields }) => showMeetings(c, params.id, { refusal, sent: fields }),
});

mountForm(meetings, changeMeeting, {
  refused(c, refusal, { params, fields }) {
    const { id, meetingId } = params as unknown as Params;
    return showMeeting(c, { id, meetingId }, { failed: { refusal, sent: fields } });
  },
});

mountForm(meetings, changeDate, {
  refused(c, refusal, { params, fields }) {
    const { id, meetingId, date } = params as unknown as Params & { date: string };
    return showMeeting(c, { id, meetingId }, { date, failed: { refusal, sent: fields }, of: "date" });
  },
});

mountForms(meetings, [cancelMeeting, cancelDate, replyToMeeting]);
