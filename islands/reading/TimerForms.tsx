import * as readingLimits from "../../server/contract/reading/limits.ts";
import { readingPaths, type TimerAction } from "../../server/contract/reading/paths.ts";
import { timerTexts as texts } from "../../server/contract/reading/timer_texts.ts";
import { Button, IconButton } from "../ui/Button.tsx";

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
