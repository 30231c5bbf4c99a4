import type { Reader } from "../../../../db/reading/readers.ts";
import { Field, fieldOf } from "../../../../islands/forms/Field.tsx";
import { Button } from "../../../../islands/ui/Button.tsx";
import { Icon } from "../../../../islands/ui/Icon.tsx";
import { dateOfDay } from "../../../../server/contract/reading/days.ts";
import { conversationTexts } from "../../../../server/contract/groups/conversation_texts.ts";
import { settingsTexts } from "../../../../server/contract/groups/settings_texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { planIn, weekdayField, weekdays } from "../../../../server/contract/reading/plan.ts";
import type { Plan } from "../../../../server/contract/reading/shapes.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";
import type { FailedForm } from "../../../layout/page.tsx";
import { PostButton } from "../../../layout/parts.tsx";

interface Props {
  plan: Plan | null;
  book: Reader;
  failed?: FailedForm;
  isOpen: boolean;
  today: number;
  language: string;
}

const proposed = 28;

export function PlanSection(
  { plan, book: { groupId, bookId, mayPlan, mayShare }, failed, isOpen, today, language }: Props,
) {
  const closed = mayShare ? settingsTexts.organizersOnly.plan : conversationTexts.isClosed;
  const form = { action: readingPaths.bookPageForm(groupId, bookId, "plan"), failed, language };
  const fold = { className: "fold pace-plan", id: "plan", open: isOpen || failed !== undefined };
  if (!plan) {
    const values = { startsAt: dateOfDay(today), targetAt: dateOfDay(today + proposed), days: weekdays };
    return (
      <details {...fold}>
        <summary>{paceTexts.make}</summary>
        <p className="muted">{mayPlan ? paceTexts.noPlanHint : closed}</p>
        {mayPlan && <PlanForm {...form} values={values} submit={paceTexts.make} />}
      </details>
    );
  }
  const [startsAt, targetAt] = [plan.startsAt.slice(0, 10), plan.targetAt.slice(0, 10)];
  return (
    <details {...fold}>
      <summary>
        <span>
          {`${paceTexts.plan}: ${writeDates(startsAt, targetAt, language)}, `}
          {plan.days.length === weekdays.length ? paceTexts.everyDay : weekdayNames(plan.days, language)}
        </span>
      </summary>
      {mayPlan
        ? (
          <>
            <PlanForm {...form} values={{ startsAt, targetAt, days: plan.days }} submit={paceTexts.save} />
            <PostButton action={readingPaths.bookPageForm(groupId, bookId, "plan/remove")} kind="plain" icon="trash">
              {paceTexts.remove}
            </PostButton>
          </>
        )
        : <p className="muted">{closed}</p>}
    </details>
  );
}

const writeDates = (first: string, last: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).formatRange(
    new Date(first),
    new Date(last),
  );

interface FormProps {
  action: string;
  values: { startsAt: string; targetAt: string; days: number[] };
  failed?: FailedForm;
  language: string;
  submit: string;
}

function PlanForm({ action, values, failed, language, submit }: FormProps) {
  const { startsAt, targetAt, days } = failed ? planIn(failed.sent) : values;
  const issues = failed?.refusal.issues;
  return (
    <form method="post" action={action} className="plan-form">
      <Field
        {...fieldOf("startsAt", issues)}
        label={paceTexts.start}
        type="date"
        defaultValue={startsAt ?? ""}
        required
      />
      <Field
        {...fieldOf("targetAt", issues)}
        label={paceTexts.target}
        type="date"
        defaultValue={targetAt ?? ""}
        required
      />
      <Weekdays
        days={days}
        language={language}
        problem={issues?.find(({ path }) => path.startsWith("days"))?.message}
      />
      <Button type="submit" kind="primary">{submit}</Button>
    </form>
  );
}

const Weekdays = ({ days, language, problem }: { days: number[]; language: string; problem?: string }) => (
  <fieldset className="weekdays" aria-describedby={problem && "weekdays-error"}>
    <legend className="field-label">{paceTexts.weekdays}</legend>
    {weekdays.map((day) => (
      <label key={day} className="weekday">
        <input type="checkbox" name={weekdayField(day)} defaultChecked={days.includes(day)} />
        {weekdayName(day, language)}
      </label>
    ))}
    {problem && (
      <p className="field-error" id="weekdays-error">
        <Icon name="warning" />
        {problem}
      </p>
    )}
  </fieldset>
);

/** 4 January 1970 was a Sunday. */
const weekdayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(new Date(dateOfDay(day + 3)));

const weekdayNames = (days: number[], language: string): string =>
  new Intl.ListFormat(language).format(
    weekdays.filter((day) => days.includes(day)).map((day) => weekdayName(day, language)),
  );
