/** Where the plan is today: for the page of a book, and for the dialog of an open one. */
import { placeWithin } from "./places.ts";
import type { CopyUnit, Pace } from "./shapes.ts";

export const groupPaceTexts = {
  title: "Notes and plan",
  is: (place: string) => `By the end of today the plan is to be at ${place}.`,
  done: "By the plan the book is finished.",
  begins: (date: string) => `The plan begins on ${date}.`,
  nobodyShares: "Nobody shares their page yet.",
};

interface Day {
  /** `YYYY-MM-DD`, by the reader's calendar. */
  today: string;
  unit: CopyUnit;
  writeDate: (date: string) => string;
}

/** Undefined without a plan. */
export function groupSentence({ plan, expected }: Pace, { today, unit, writeDate }: Day): string | undefined {
  if (!plan || !expected) return undefined;
  const [start, target] = [plan.startsAt.slice(0, 10), plan.targetAt.slice(0, 10)];
  if (today < start) return groupPaceTexts.begins(writeDate(start));
  return today > target ? groupPaceTexts.done : groupPaceTexts.is(placeWithin(expected.page, unit));
}
