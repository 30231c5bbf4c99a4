import type { ReactNode } from "react";
import type { FirstSteps } from "../../../db/groups/groups.ts";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { stepsTexts as words } from "../../../server/contract/groups/texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";

interface Props {
  group: Pick<Group, "id" | "lastMessage">;
  steps: FirstSteps;
}

export const WithFirstSteps = ({ children: chat, ...props }: Props & { children: ReactNode }) => (
  <div className="steps-column">
    <FirstStepsCard {...props} />
    {chat}
  </div>
);

/** Open until a message is written. */
export const FirstStepsCard = (
  { group: { id: groupId, lastMessage }, steps: { hasMembers, bookId, hasPlan } }: Props,
) => (
  <details className="steps" open={lastMessage === null}>
    <summary>
      <h2>{words.title}</h2>
    </summary>
    <ol className="steps-list">
      <Step n={1} isDone={hasMembers} href={groupPaths.invite(groupId)}>{words.invite}</Step>
      <Step n={2} isDone={bookId !== null} href={`${groupPaths.group(groupId)}?add`}>{words.book}</Step>
      <Step
        n={3}
        isDone={hasPlan}
        href={bookId === null ? undefined : readingPaths.bookPlan(groupId, bookId)}
        why={words.planLater}
      >
        {words.plan}
      </Step>
    </ol>
    <form method="post" action={`${groupPaths.group(groupId)}/steps/hide`}>
      <button type="submit" className="button" aria-label={words.hideSteps}>{words.hide}</button>
    </form>
  </details>
);

interface StepProps {
  n: number;
  isDone: boolean;
  /** None where it cannot be done yet. */
  href?: string;
  why?: string;
  children: ReactNode;
}

function Step({ n, isDone, href, why, children }: StepProps) {
  if (isDone) {
    return (
      <li className="step" data-done="">
        <span className="step-mark">
          <Icon name="check" />
        </span>
        <span>
          <span className="visually-hidden">{words.done}</span> {children}
        </span>
      </li>
    );
  }
  return (
    <li className="step">
      <span className="step-mark" aria-hidden="true">{n}</span>
      {href ? <a href={href}>{children}</a> : (
        <span className="muted">
          {children} <span className="step-why">({why})</span>
        </span>
      )}
    </li>
  );
}
