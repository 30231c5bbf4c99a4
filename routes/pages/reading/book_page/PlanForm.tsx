import { Button } from "../../../../islands/ui/Button.tsx";
import { Icon } from "../../../../islands/ui/Icon.tsx";
import { Field } from "../../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../../islands/forms/FieldFrame.tsx";
import { dateOfDay } from "../../../../server/contract/reading/days.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";
import type { Fields } from "../../../../server/http/form.ts";
import type { FailedForm } from "./tab.ts";

interface Props {
  action: string;
  /** As they are stored, or proposed. */
  values: PlanValues;
  failed?: FailedForm;
  language: string;
  submit: string;
}

interface PlanValues {
  /** As `YYYY-MM-DD`. */
  startsAt: string;
  targetAt: string;
  days: number[];
}

/** Of the week, from Monday; 0 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0];
const weekdayField = (day: number): string => `day${day}`;

/** Which days a group reads a book on, from when to when. */
export function PlanForm({ action, values, failed, language, submit }: Props) {
  const { startsAt = "", targetAt = "", days } = failed ? sentPlan(failed.sent) : values;
  const issues = failed?.refusal.issues;
  const daysIssue = issues?.find(({ path }) => path.startsWith("days"));
  return (
    <form method="post" action={action} className="plan-form">
      <Field
        {...fieldOf("startsAt", issues)}
        label={paceTexts.start}
        type="date"
        defaultValue={startsAt}
        required
      />
      <Field
        {...fieldOf("targetAt", issues)}
        label={paceTexts.target}
        type="date"
        defaultValue={targetAt}
        required
      />
      <fieldset className="weekdays" aria-describedby={daysIssue && "weekdays-error"}>
        <legend className="field-label">{paceTexts.weekdays}</legend>
        {weekdays.map((day) => (
          <label key={day} className="weekday">
            <input type="checkbox" name={weekdayField(day)} defaultChecked={days.includes(day)} />
            {weekdayName(day, language)}
          </label>
        ))}
        {daysIssue && (
          <p className="field-error" id="weekdays-error">
            <Icon name="warning" />
            {daysIssue.message}
          </p>
        )}
      </fieldset>
      <Button type="submit" kind="primary">{submit}</Button>
    </form>
  );
}

/** A plan as the form sends it: each day of the week has a field of its own, for of those with one name one is read. */
export const sentPlan = (sent: Fields): Partial<PlanValues> & Pick<PlanValues, "days"> => ({
  startsAt: sent.startsAt,
  targetAt: sent.targetAt,
  days: weekdays.filter((day) => sent[weekdayField(day)] === "on"),
});

/** 4 January 1970 was a Sunday. */
const weekdayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(new Date(dateOfDay(day + 3)));

/** The names of these days of the week, as a list. */
export const weekdayNames = (days: number[], language: string): string =>
  new Intl.ListFormat(language).format(
    weekdays.filter((day) => days.includes(day)).map((day) => weekdayName(day, language)),
  );
