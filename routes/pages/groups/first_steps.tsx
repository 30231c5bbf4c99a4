import type { ReactNode } from "react";
import type { FirstSteps } from "../../../db/groups/groups.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { stepsTexts as words } from "../../../server/contract/groups/texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";

interface Props {
  groupId: string;
  steps: FirstSteps;
  /** Where nothing is written yet they are open, and in the way of nothing. */
  isOpen: boolean;
}

/** Above the chat. */
export const FirstStepsCard = ({ groupId, steps: { hasMembers, bookId, hasPlan }, isOpen }: Props) => (
  <details className="steps" open={isOpen}>
    <summary>
      <h2>{words.title}</h2>
    </summary>
    <ol>
      <Step isDone={hasMembers} href={groupPaths.invite(groupId)}>{words.invite}</Step>
      <Step isDone={bookId !== null} href={`${groupPaths.group(groupId)}?add`}>{words.book}</Step>
      <Step
        isDone={hasPlan}
        href={bookId === null ? undefined : readingPaths.book(groupId, bookId)}
        why={words.planLater}
      >
        {words.plan}
      </Step>
    </ol>
    <form method="post" action={groupPaths.hideSteps(groupId)}>
      <Button type="submit" aria-label={words.hideSteps}>{words.hide}</Button>
    </form>
  </details>
);

interface StepProps {
  isDone: boolean;
  /** None where it cannot be done yet. */
  href?: string;
  why?: string;
  children: ReactNode;
}

function Step({ isDone, href, why, children }: StepProps) {
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
      <span className="step-mark" />
      {href ? <a href={href}>{children}</a> : (
        <span>
          {children} <span className="muted step-why">{why}</span>
        </span>
      )}
    </li>
  );
}
