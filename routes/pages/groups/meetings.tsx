import { listTitles } from "../../../db/books/books.ts";
import { cancelDate, changeDate } from "../../../server/actions/groups/meeting_dates.ts";
import { replyToMeeting } from "../../../server/actions/groups/meeting_replies.ts";
import { cancelMeeting, changeMeeting, createMeeting, listMeetings } from "../../../server/actions/groups/meetings.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import type { Meeting } from "../../../server/contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import { isNext } from "../../../server/contract/groups/occurrences.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { LinkRow } from "../../layout/parts.tsx";
import { isClosedTo } from "./closed.ts";
import { type MeetingParams, showMeeting } from "./meeting.tsx";
import { MeetingForm } from "./meeting_form.tsx";
import { timesFor } from "./meeting_time.ts";
import { meetingsPage, Starts } from "./meetings_layout.tsx";

export const meetings = router();

meetings.get("/group/:id/meetings", signedInPage, (c) => showMeetings(c, c.req.param("id")));
meetings.get(
  "/group/:id/meetings/:meetingId",
  signedInPage,
  (c) => showMeeting(c, c.req.param(), { date: c.req.query("date") }),
);

async function showMeetings(c: C, groupId: string, failed?: FailedForm): Promise<Response> {
  return await meetingsPage(c, { groupId, failed }, async () => {
    const { deps, user } = c.var;
    const after = failed ? undefined : c.req.query("after");
    const [{ meetings: all, hasMore }, books, isClosed] = await Promise.all([
      listMeetings(deps, user, { groupId, after }),
      listTitles(deps.db, user.id, groupId),
      isClosedTo(c, groupId),
    ]);
    const now = deps.clock();
    const { next = [], past = [] } = Object.groupBy(
      all,
      ({ endsAt, cancelledAt }) => isNext({ endsAt: Date.parse(endsAt), cancelledAt }, now) ? "next" : "past",
    );
    return {
      title: words.title,
      body: (
        <>
          {next.length === 0 && after === undefined && <p className="muted">{words.none}</p>}
          <MeetingList c={c} meetings={next} />
          {(!isClosed || failed) && (
            <details className="fold" open={failed !== undefined || all.length === 0 && after === undefined}>
              <summary>{words.plan}</summary>
              <MeetingForm c={c} action={clubPaths.newMeeting(groupId)} books={books} failed={failed} />
            </details>
          )}
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

mountForm(meetings, createMeeting, {
  refused: (c, refusal, { params, fields }) => showMeetings(c, params.id, { refusal, sent: fields }),
});

mountForm(meetings, changeMeeting, {
  refused(c, refusal, { params, fields }) {
    const { id, meetingId } = params as unknown as MeetingParams;
    return showMeeting(c, { id, meetingId }, { failed: { refusal, sent: fields } });
  },
});

mountForm(meetings, changeDate, {
  refused(c, refusal, { params, fields }) {
    const { id, meetingId, date } = params as unknown as MeetingParams & { date: string };
    return showMeeting(c, { id, meetingId }, { date, failed: { refusal, sent: fields }, form: "date" });
  },
});

mountForms(meetings, [cancelMeeting, cancelDate, replyToMeeting]);
