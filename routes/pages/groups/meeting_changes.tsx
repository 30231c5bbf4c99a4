/** The whole of a meeting, or one of its dates, is changed or cancelled. */
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import type { Meeting } from "../../../server/contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { ConfirmFold, PostButton } from "../../layout/parts.tsx";
import { DateForm, MeetingForm, type ShelvedTitle } from "./meeting_form.tsx";
import { timesFor } from "./meeting_time.ts";

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
        <ConfirmFold
          action={`${action}/cancel`}
          text={meeting.repeats ? words.cancelAll : words.cancel}
          hint={meeting.repeats ? `${words.cancelSeries} ${words.cancelHint}` : words.cancelHint}
        />
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
        <ConfirmFold action={action("cancel")} text={words.cancelDate(time)} hint={words.cancelDateHint} />
      )}
      {(series || cancelledAt !== null) && !isAsOthersOver && (
        <PostButton action={action("change")}>{cancelledAt === null ? words.asOthers : words.bringBack}</PostButton>
      )}
    </>
  );
}
