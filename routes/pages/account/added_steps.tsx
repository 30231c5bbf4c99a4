import { addedPeopleTexts as words } from "../../../server/contract/account/texts.ts";

/** From a list to cards. @param current from 0 on */
export const AddedSteps = ({ current }: { current: number }) => (
  <ol className="added-steps">
    {words.steps.map((step, n) => (
      <li key={step} aria-current={n === current ? "step" : undefined} data-done={n < current || undefined}>{step}</li>
    ))}
  </ol>
);
