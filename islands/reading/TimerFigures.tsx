import * as readingLimits from "../../server/contract/reading/limits.ts";
import { displayName } from "../../server/contract/people/names.ts";
import type { Timer, TimerResult } from "../../server/contract/reading/shapes.ts";
import { timerTexts as texts } from "../../server/contract/reading/timer_texts.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { type ReaderLocale, timeFormatter } from "../ui/time_format.ts";

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

export const Result = ({ pages, own }: TimerResult) => (
  <p className="timer-result" role="status">
    {texts.together(pages)}
    {pages > 0 && <span className="muted">{` ${texts.own(own)}`}</span>}
  </p>
);
