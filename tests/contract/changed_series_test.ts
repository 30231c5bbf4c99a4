import assert from "node:assert/strict";
import { firstStart, remainingDates } from "../../server/contract/groups/changed_series.ts";
import type { MeetingTimes } from "../../server/contract/groups/occurrences.ts";

const series = (startsAt: string, more: Partial<MeetingTimes> = {}): MeetingTimes => {
  const start = Date.parse(startsAt);
  return { startsAt: start, endsAt: start + 3_600_000, timeZone: "Europe/Berlin", repeats: "weekly", ...more };
};
const iso = (time: number) => new Date(time).toISOString().slice(0, 16);

Deno.test("a series begins anew with a time that the clocks skip on its first day, and else goes on from that day", () => {
  const before = series("2027-03-28T10:00Z");
  const date = Date.parse("2027-04-04T10:00Z");
  const first = (startsAt: string, more = {}) => iso(firstStart(before, { ...series(startsAt, more), date }));
  assert.equal(first("2027-04-04T00:30Z"), "2027-04-04T00:30");
  assert.equal(first("2027-04-04T01:30Z"), "2027-03-28T01:30");
  assert.equal(first("2027-04-04T16:00Z", { timeZone: "America/New_York" }), "2027-03-28T16:00");
  assert.equal(first("2027-04-04T11:00Z", { repeats: "monthly" }), "2027-04-04T11:00");
});

Deno.test("a series that takes place less often keeps the dates on whose days it still is, each at its new time", () => {
  const remaining = remainingDates(
    series("2027-03-14T18:00Z"),
    series("2027-03-21T19:00Z", { repeats: "fortnightly" }),
    0,
  );
  assert.deepEqual(remaining.slice(0, 2).map((dates) => dates.map(iso)), [
    ["2027-03-21T18:00", "2027-03-21T19:00"],
    ["2027-04-04T17:00", "2027-04-04T18:00"],
  ]);
});
