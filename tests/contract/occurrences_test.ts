import assert from "node:assert/strict";
import { NewMeeting } from "../../server/contract/groups/meeting_shapes.ts";
import { currentDate, datesOf, isDateOf, occurrences } from "../../server/contract/groups/occurrences.ts";

const at = (time: string) => Date.parse(time);
const starts = (meeting: Parameters<typeof occurrences>[0], from: string, most = 3) =>
  occurrences(meeting, { from: at(from), most }).map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16));

const weekly = {
  startsAt: at("2026-03-22T18:00Z"),
  endsAt: at("2026-03-22T20:00Z"),
  timeZone: "Europe/Berlin",
  repeats: "weekly" as const,
};

Deno.test("a meeting that repeats keeps the time of its zone's clocks as summer time begins", () => {
  assert.deepEqual(starts(weekly, "2026-03-01T00:00Z"), ["2026-03-22T18:00", "2026-03-29T17:00", "2026-04-05T17:00"]);
  assert.deepEqual(starts({ ...weekly, repeats: "fortnightly" }, "2026-03-22T20:00Z", 1), ["2026-04-05T17:00"]);
});

Deno.test("a monthly meeting on the 31st is on the last day of a shorter month, and on the 31st again", () => {
  const monthly = { startsAt: at("2026-01-31T12:00Z"), endsAt: at("2026-01-31T13:00Z"), timeZone: "UTC" };
  assert.deepEqual(starts({ ...monthly, repeats: "monthly" }, "2026-02-01T00:00Z"), [
    "2026-02-28T12:00",
    "2026-03-31T12:00",
    "2026-04-30T12:00",
  ]);
});

Deno.test("the next time of a meeting is found as well after a century, and never more than a few steps are given", () => {
  assert.deepEqual(starts({ ...weekly, timeZone: "UTC" }, "2126-03-22T18:00Z", 1), ["2126-03-24T18:00"]);
  const monthly = { ...weekly, repeats: "monthly" } as const;
  for (const from of ["2126-03-22T18:00Z", "2126-04-30T23:59Z", "9000-01-01T00:00Z"]) {
    const [next, later] = starts({ ...monthly, timeZone: "UTC" }, from, 2);
    assert.ok(next < later && Date.parse(later + "Z") - at(from) < 62 * 86_400_000, from);
  }
  assert.ok(starts(weekly, "2026-03-01T00:00Z", 10_000).length <= 200);
  const once = { ...weekly, repeats: null };
  assert.deepEqual(currentDate(once, at("2027-01-01T00:00Z")).startsAt, once.startsAt);
});

Deno.test("dates are in the order of the times that they were moved to, without those that are none of the meeting", () => {
  const [first, second, third, fourth] = occurrences(weekly, { from: 0, most: 4 }).map(({ startsAt }) => startsAt);
  assert.ok(isDateOf(weekly, third) && !isDateOf(weekly, third + 1));
  const moved = (date: number, startsAt: number) => ({ date, startsAt, endsAt: startsAt + 1, cancelledAt: null });
  const changed = [moved(first, third + 1), { ...moved(second, second), cancelledAt: 1 }, moved(third + 1, first)];
  const dates = (most: number) => datesOf({ ...weekly, changed }, { from: 0, most }).map(({ date }) => date);
  assert.deepEqual(dates(4), [second, third, first, fourth]);
  assert.deepEqual(dates(1), [second]);
  assert.equal(currentDate({ ...weekly, changed }, 0).date, third);
  const once = { ...weekly, repeats: null };
  assert.deepEqual(datesOf(once, { from: 0, most: 3 }).map(({ date }) => date), [first]);
});

Deno.test("a meeting needs a zone that there is, ends after it starts, lasts 14 days at most and links to the web", () => {
  const meeting = {
    title: "Part one",
    startsAt: "2026-12-01T18:00:00Z",
    endsAt: "2026-12-01T20:00:00Z",
    timeZone: "Europe/Berlin",
  };
  const accepts = (changes: object) => NewMeeting.safeParse({ ...meeting, ...changes }).success;
  assert.ok(accepts({ url: "https://example.org/room" }));
  const wrong = [
    { timeZone: "Mars/Base" },
    { endsAt: meeting.startsAt },
    { endsAt: "2026-12-16T18:00:00Z" },
    { url: "javascript:alert(1)" },
    { upTo: 3 },
  ];
  for (const changes of wrong) assert.ok(!accepts(changes), JSON.stringify(changes));
});
