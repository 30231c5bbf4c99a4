import { Field } from "../../../islands/forms/Field.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import type { ReminderSettings } from "../../../server/contract/notices/shapes.ts";
import { mailSettingsServerTexts } from "../../../server/contract/notices/texts.ts";
import { PostButton } from "../../layout/parts.tsx";

interface Props {
  url: string | null;
  reminders: ReminderSettings;
  isOpen: boolean;
}

export const CalendarSettings = ({ url, reminders, isOpen }: Props) => (
  <details className="card fold notice-fold" id="calendar" open={isOpen}>
    <summary>{words.title}</summary>
    <div className="calendar-settings">
      <section className="stack" aria-labelledby="reminders-title">
        <h2 id="reminders-title">{mailSettingsServerTexts.reminders}</h2>
        <form method="post" action={noticePaths.reminders} className="notice-mails">
          {(["day", "hour"] as const).map((reminder) => (
            <label key={reminder} className="notice-choice">
              <input type="checkbox" name={reminder} defaultChecked={reminders[reminder]} />
              {mailSettingsServerTexts[reminder]}
            </label>
          ))}
          <Button type="submit">{mailSettingsServerTexts.save}</Button>
        </form>
      </section>
      <section className="stack" aria-labelledby="calendar-title">
        <h2 id="calendar-title">{words.calendarTitle}</h2>
        {url === null
          ? (
            <>
              <p className="muted">{words.calendarOff}</p>
              <PostButton action={noticePaths.calendar}>{words.makeCalendar}</PostButton>
            </>
          )
          : (
            <>
              <p className="muted">{words.calendarHint}</p>
              <Field
                name="calendar"
                label={words.calendarAddress}
                defaultValue={url}
                dir="ltr"
                readOnly
                after={
                  <Button icon="link" data-copy={url} data-copied={words.copied} hidden>
                    {words.copy}
                  </Button>
                }
              />
              <div className="calendar-buttons">
                <LinkButton icon="calendar" href={url.replace(/^https?:/, "webcal:")}>{words.subscribe}</LinkButton>
                <PostButton action={noticePaths.calendar}>{words.renewCalendar}</PostButton>
                <PostButton action={noticePaths.revokeCalendar} kind="plain" icon="trash">
                  {words.revokeCalendar}
                </PostButton>
              </div>
            </>
          )}
      </section>
    </div>
  </details>
);
