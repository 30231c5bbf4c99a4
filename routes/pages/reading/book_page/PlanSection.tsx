import { Button } from "../../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../../islands/ui/EmptyState.tsx";
import { writeDate } from "../../../../islands/ui/time_format.ts";
import { dateOfDay } from "../../../../server/contract/reading/days.ts";
import type { Plan } from "../../../../server/contract/reading/plan.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";
import { PlanForm, weekdayNames, weekdays } from "./PlanForm.tsx";
import type { FailedForm, Place } from "./tab.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

interface Props {
  plan: Plan | null;
  place: Place;
  failed?: FailedForm;
  /** The number of the reader's day. */
  today: number;
  language: string;
}

/** How long a plan is that is proposed, in days. */
const proposed = 28;

/** The plan of the book, which any member changes; or the form that makes one. */
export function PlanSection({ plan, place: { groupId, bookId }, failed, today, language }: Props) {
  const form = { action: readingPaths.togetherForm(groupId, bookId, "plan"), failed, language };
  if (!plan) {
    const values = { startsAt: dateOfDay(today), targetAt: dateOfDay(today + proposed), days: weekdays };
    return (
      <section className="card plan-new" aria-label={paceTexts.plan}>
        {!failed && (
          <EmptyState picture="books" text={paceTexts.noPlan}>
            <p className="muted">{paceTexts.noPlanHint}</p>
          </EmptyState>
        )}
        <PlanForm {...form} values={values} submit={paceTexts.make} />
      </section>
    );
  }
  const [startsAt, targetAt] = [plan.startsAt.slice(0, 10), plan.targetAt.slice(0, 10)];
  return (
    <section className="card stack" aria-labelledby="plan-title">
      <h2 id="plan-title">{paceTexts.plan}</h2>
      <p>
        {paceTexts.fromTo(writeDate(startsAt, language), writeDate(targetAt, language))}
        <br />
        {plan.days.length === weekdays.length ? paceTexts.everyDay : weekdayNames(plan.days, language)}
      </p>
      <details className="fold" open={failed !== undefined}>
        <summary>{paceTexts.change}</summary>
        <PlanForm {...form} values={{ startsAt, targetAt, days: plan.days }} submit={paceTexts.save} />
        <form method="post" action={readingPaths.togetherForm(groupId, bookId, "plan/remove")}>
          <Button type="submit" kind="plain" icon="trash">{paceTexts.remove}</Button>
        </form>
      </details>
    </section>
  );
}
