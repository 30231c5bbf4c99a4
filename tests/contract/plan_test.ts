import assert from "node:assert/strict";
import { dateOfDay, dayOfDate } from "../../server/contract/reading/days.ts";
import { behindUpTo, expectedAt, pagesPerDay } from "../../server/contract/reading/plan.ts";
import { ownPages, pageAt, positionOf, textEnd } from "../../server/contract/reading/positions.ts";
import { NewPlan } from "../../server/contract/reading/input_shapes.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** Monday 2 March to Sunday 29 March 2026. */
const march = { startsOn: "2026-03-02", targetOn: "2026-03-29", days: everyDay };
const weekdaysOnly = { ...march, days: [1, 2, 3, 4, 5] };
const book = ownPages(280);
const at = (date: string) => dayOfDate(date);
const pageOn = (plan: typeof march, date: string) => pageAt(book, expectedAt(plan, at(date)));

Deno.test("the group should be as far as the part of its reading days that have passed, in plans of every length and week", () => {
  for (let start = -20; start < 20; start += 3) {
    for (const length of [1, 6, 7, 8, 30, 366]) {
      for (const days of [[0], [3], [1, 4], [0, 6], everyDay]) {
        const plan = { startsOn: dateOfDay(start), targetOn: dateOfDay(start + length), days };
        const isReadingDay = (day: number) => days.includes(new Date(day * 86_400_000).getUTCDay());
        const all = Array.from({ length: length + 1 }, (_, n) => start + n).filter(isReadingDay);
        for (const day of all) {
          const passed = all.filter((other) => other <= day).length;
          assert.equal(expectedAt(plan, day), Math.floor(textEnd * (passed / all.length)), JSON.stringify([plan, day]));
        }
      }
    }
  }
});

Deno.test("the group should be nowhere before the first day, at the end on the last and after it, and in between by days", () => {
  assert.equal(pageOn(march, "2026-03-01"), 0);
  assert.equal(pageOn(march, "2026-03-02"), 10);
  assert.equal(pageOn(march, "2026-03-15"), 140);
  assert.equal(expectedAt(march, at("2026-03-29")), textEnd);
  assert.equal(expectedAt(march, at("2030-01-01")), textEnd);
});

Deno.test("a day on which nobody reads moves nothing", () => {
  assert.equal(pageOn(weekdaysOnly, "2026-03-06"), 70);
  assert.equal(pageOn(weekdaysOnly, "2026-03-08"), 70);
  assert.equal(pageOn(weekdaysOnly, "2026-03-09"), 84);
});

Deno.test("what is left is divided by the reading days from today, or from tomorrow once something was read today", () => {
  const reader = { edition: book, position: positionOf(book, 100), finishedAt: null };
  const perDay = (date: string, readOn: string | null, plan = march) =>
    pagesPerDay(plan, { ...reader, readOn: readOn === null ? null : at(readOn) }, at(date));
  assert.equal(perDay("2026-03-20", "2026-03-19"), 18);
  assert.equal(perDay("2026-03-20", "2026-03-20"), 20);
  assert.equal(perDay("2026-03-20", null, weekdaysOnly), 30);
  assert.equal(perDay("2026-02-01", null), 7, "before the first day");
  assert.equal(perDay("2026-03-29", "2026-03-29"), 180, "all that is left on the last day");
  assert.equal(perDay("2026-03-30", null), null, "after the last day");
  assert.equal(pagesPerDay(march, { ...reader, readOn: null, finishedAt: 1 }, at("2026-03-20")), null);
});

Deno.test("behind is who lacks a day's part of what was to be read before today", () => {
  assert.equal(behindUpTo(march, at("2026-03-02")), undefined, "the first day is not over");
  assert.equal(behindUpTo(march, at("2026-03-03")), 0, "who has not begun");
  const limit = behindUpTo(march, at("2026-03-12"))!;
  assert.ok(positionOf(book, 90) <= limit);
  assert.ok(positionOf(book, 91) > limit);
});

Deno.test("a plan is taken with dates or times, and its days of the week once each, in their order", () => {
  const expected = { startsOn: "2026-03-02", targetOn: "2026-03-29", days: [0, 3] };
  assert.deepEqual(NewPlan.parse({ startsAt: "2026-03-02", targetAt: "2026-03-29", days: [3, 0, 3] }), expected);
  const times = { startsAt: "2026-03-02T23:30:00-08:00", targetAt: "2026-03-29T00:00:00.000Z", days: [0, 3] };
  assert.deepEqual(NewPlan.parse(times), expected);
});

Deno.test("a plan that ends before it begins, is too long, has no day to read on or no valid date is refused", () => {
  const plan = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1] };
  const refused: [object, string][] = [
    [{ targetAt: "2026-03-02" }, "targetAt"],
    [{ targetAt: "2026-03-01" }, "targetAt"],
    [{ targetAt: "2031-03-05" }, "targetAt"],
    [{ targetAt: "2026-03-03", days: [5] }, "targetAt"],
    [{ targetAt: "2026-02-30" }, "targetAt"],
    [{ startsAt: "" }, "startsAt"],
    [{ startsAt: "2".repeat(1e6) }, "startsAt"],
    [{ startsAt: 20260302 }, "startsAt"],
    [{ days: [] }, "days"],
    [{ days: [7] }, "days"],
    [{ days: [1.5] }, "days"],
    [{ days: Array(8).fill(1) }, "days"],
    [{ days: "1" }, "days"],
  ];
  for (const [change, path] of refused) {
    const { error } = NewPlan.safeParse({ ...plan, ...change });
    assert.equal(error?.issues[0].path[0], path, JSON.stringify(change).slice(0, 80));
  }
  assert.ok(NewPlan.safeParse({ ...plan, targetAt: "2031-03-03" }).success, "five years");
});
