import type { ReactNode } from "react";
import type { FirstSteps } from "../../../db/groups/groups.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Icon, type IconName } from "../../../islands/ui/Icon.tsx";
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
) => {
  const steps: Step[] = [
    { text: words.invite, isDone: hasMembers, icon: "user-plus", href: groupPaths.invite(groupId) },
    { text: words.book, isDone: bookId !== null, icon: "book", href: `${groupPaths.group(groupId)}?add` },
    {
      text: words.plan,
      isDone: hasPlan,
      icon: "flag",
      href: bookId === null ? undefined : readingPaths.bookPlan(groupId, bookId),
      why: words.planLater,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <details className="steps" open={lastMessage === null}>
      <summary>
        <h2>{words.title}</h2>
      </summary>
      <ol className="steps-list">
        {steps.map((step, i) => <StepItem key={step.text} n={i + 1} isNext={step === next} {...step} />)}
      </ol>
      <form method="post" action={`${groupPaths.group(groupId)}/steps/hide`}>
        <button type="submit" className="button" aria-label={words.hideSteps}>{words.hide}</button>
      </form>
    </details>
  );
};

interface Step {
  text: string;
  isDone: boolean;
  icon: IconName;
  /** None where it cannot be done yet. */
  href?: string;
  why?: string;
}

function StepItem({ n, isNext, isDone, text, icon, href, why }: Step & { n: number; isNext: boolean }) {
  if (isDone) {
    return (
      <li className="step" data-done="">
        <span className="step-mark">
          <Icon name="check" />
        </span>
        <span>
          <span className="visually-hidden">{words.done}</span> {text}
        </span>
      </li>
    );
  }
  return (
    <li className="step">
      <span className="step-mark" aria-hidden="true">{n}</span>
      {isNext && href
        ? <LinkButton kind="primary" icon={icon} href={href}>{text}</LinkButton>
        : href
        ? <a href={href}>{text}</a>
        : (
          <span className="muted">
            {text} <span className="step-why">({why})</span>
          </span>
        )}
    </li>
  );
}
