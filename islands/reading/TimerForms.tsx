import * as readingLimits from "../../server/contract/reading/limits.ts";
import { readingPaths, type TimerAction } from "../../server/contract/reading/paths.ts";
import { timerTexts as texts } from "../../server/contract/reading/timer_texts.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { displayName } from "../../server/contract/people/names.ts";
import type { Timer, TimerResult } from "../../server/contract/reading/shapes.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { type ReaderLocale, timeFormatter } from "../ui/time_format.ts";

export const StartForm = ({ groupId, text }: { groupId: string; text: string }) => (
  <form method="post" action={readingPaths.timerForm(groupId)} className="timer-start">
    <label className="timer-minutes">
      <span>{texts.minutes}</span>
      <span className="field-row">
        <input
          className="input"
          type="number"
          name="minutes"
          min={1}
          max={readingLimits.timer.minutes}
          defaultValue={readingLimits.timer.usual}
          required
        />
      </span>
    </label>
    <Button type="submit" kind="primary">{text}</Button>
    <p className="muted">{texts.hint}</p>
  </form>
);

/** As long as usual: another time is chosen where a session is asked for. */
export const AgainForm = ({ groupId }: { groupId: string }) => (
  <form method="post" action={readingPaths.timerForm(groupId)}>
    <input type="hidden" name="minutes" value={readingLimits.timer.usual} />
    <Button type="submit" kind="plain" title={texts.forMinutes(readingLimits.timer.usual)}>{texts.again}</Button>
  </form>
);

interface CloseProps {
  groupId: string;
  endedAt: string;
  onClose: (form: HTMLFormElement) => void;
}

export const CloseForm = ({ groupId, endedAt, onClose }: CloseProps) => (
  <form
    method="post"
    action={readingPaths.timerForm(groupId, "close")}
    className="timer-close"
    onSubmit={(event) => {
      event.preventDefault();
      onClose(event.currentTarget);
    }}
  >
    <input type="hidden" name="id" value={endedAt} />
    <IconButton type="submit" icon="close" label={texts.close} />
  </form>
);

export const ActionForm = ({ groupId, action }: { groupId: string; action: TimerAction }) => (
  <form method="post" action={readingPaths.timerForm(groupId, action)}>
    <Button type="submit" kind={action === "join" ? "primary" : "quiet"}>{texts[action]}</Button>
  </form>
);

export function Running({ timer, minutes, locale }: { timer: Timer; minutes: number; locale: ReaderLocale }) {
  const shown = timer.readers.slice(0, readingLimits.timer.faces);
  const more = timer.count - shown.length;
  return (
    <div className="timer-running">
      <ul className="timer-faces">
        {shown.map((reader) => (
          <li key={reader.id} title={displayName(reader)}>
            <Avatar user={reader} size={36} />
            <span className="visually-hidden">{displayName(reader)}</span>
          </li>
        ))}
        {more > 0 && <li className="timer-more">{texts.more(more)}</li>}
      </ul>
      <p>
        <strong className="timer-left" role="timer">{texts.minutesLeft(minutes)}</strong>
        <span className="muted">
          {`${texts.running(timer.count)} ${texts.until} `}
          <time dateTime={timer.endsAt}>{timeFormatter(locale).time(timer.endsAt)}</time>
        </span>
      </p>
    </div>
  );
}

export const Result = ({ pages, own }: TimerResult) =>
  pages > 0 && <p className="timer-result" role="status">{`${texts.together(pages)} ${texts.own(own)}`}</p>;
