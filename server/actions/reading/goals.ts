import * as goals from "../../../db/reading/goals.ts";
import { calendarDay } from "../../contract/reading/days.ts";
import { goalTexts } from "../../contract/reading/goal.ts";
import { NewGoal, ReadingLogQuery } from "../../contract/reading/input_shapes.ts";
import { readingGoalPath, readingPaths, readingYearPath } from "../../contract/reading/paths.ts";
import { Goal } from "../../contract/reading/shapes.ts";
import { operation } from "../../operation.ts";

export const readGoal = operation({
  call: "GET /reading/goal",
  summary: "How many books the caller means to read in a year, and has finished in it",
  access: "signedIn",
  takes: ReadingLogQuery,
  gives: { goal: Goal },
  run: async ({ deps: { db, clock }, user }, { year = Number(calendarDay({ now: clock() }).slice(0, 4)) }) => (
    { goal: await goals.findGoal(db, user.id, year) }
  ),
});

export const saveGoal = operation({
  call: "PUT /reading/goal",
  summary: "Sets how many books the caller means to read in a year; 0 for no goal",
  access: "signedIn",
  takes: NewGoal,
  gives: { goal: Goal },
  says: goalTexts.saved,
  form: {
    path: readingGoalPath,
    to: (_, answer) => answer ? `${readingYearPath(answer.goal.year)}#goal` : readingPaths.reading,
  },
  async run({ deps: { db }, user }, goal) {
    await goals.saveGoal(db, user.id, goal);
    return { goal: await goals.findGoal(db, user.id, goal.year) };
  },
});
