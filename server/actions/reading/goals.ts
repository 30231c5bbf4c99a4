import * as goals from "../../../db/reading/goals.ts";
import { calendarDay } from "../../contract/reading/days.ts";
import { endTexts } from "../../contract/reading/end_texts.ts";
import { GoalQuery, NewGoal } from "../../contract/reading/input_shapes.ts";
import { readingGoalPath, readingPaths } from "../../contract/reading/paths.ts";
import { Goal } from "../../contract/reading/shapes.ts";
import { operation } from "../../operation.ts";

export const readGoal = operation({
  call: "GET /reading/goal",
  summary: "How many books the caller means to read in a year, and has finished in it",
  access: "signedIn",
  takes: GoalQuery,
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
  says: endTexts.goalSaved,
  form: { path: readingGoalPath, to: () => readingPaths.reading },
  async run({ deps: { db }, user }, goal) {
    await goals.saveGoal(db, user.id, goal);
    return { goal: await goals.findGoal(db, user.id, goal.year) };
  },
});
