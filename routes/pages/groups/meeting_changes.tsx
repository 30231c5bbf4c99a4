/** The whole of a meeting, or one of its dates, is changed or cancelled. */
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import type { Meeting } from "../../../server/contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { PostButton } from "../../layout/parts.tsx";
import { DateForm, MeetingForm } from "./meeting_form.tsx";
import { timesFor } from "./meeting_time.ts";
import type { ShelvedTitle } from "./meetings_layout.tsx";

interface ChangesProps {
  c: C;
  meeting: Meeting;
  books: ShelvedTitle[];
  failed?: FailedForm;
}

/** Also for what was typed before the meeting was cancelled. */
export const MeetingChanges = ({ c, meeting, books, failed }: ChangesProps) => {
  const action = clubPaths.meeting(meeting.groupId, meeting.id);
  return (
    <>
      <details className="fold" open={failed !== undefined}>
        <summary>{meeting.repeats ? words.changeAll : words.change}</summary>
        <p className="muted">{meeting.repeats && words.changesSeries} {words.keepsReplies}</p>
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
export function DateChanges({ c, meeting, books, failed }: ChangesProps) {
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
