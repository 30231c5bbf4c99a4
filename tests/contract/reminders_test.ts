import assert from "node:assert/strict";
import { dueReminder, nextReminderAt } from "../../server/contract/groups/reminders.ts";

const at = (time: string) => Date.parse(time);

const weekly = {
  startsAt: at("2026-03-22T18:00Z"),
  endsAt: at("2026-03-22T20:00Z"),
  timeZone: "Europe/Berlin",
  repeats: "weekly" as const,
};
const once = { ...weekly, repeats: null };

const next = (meeting: Parameters<typeof nextReminderAt>[0], now: string) => {
  const time = nextReminderAt(meeting, at(now));
  return time && new Date(time).toISOString().slice(0, 16);
};

Deno.test("reminders are due a day and an hour before, then before the next time, by the clocks of the zone", () => {
  assert.deepEqual(next(weekly, "2026-03-01T00:00Z"), "2026-03-21T18:00");
  assert.deepEqual(next(weekly, "2026-03-21T18:00Z"), "2026-03-22T17:00");
  assert.deepEqual(next(weekly, "2026-03-22T17:00Z"), "2026-03-28T17:00");
  assert.deepEqual(next(once, "2026-03-22T17:00Z"), null);
});

Deno.test("of a reminder that was missed only the later one is left, and none once the meeting has begun", () => {
  const due = (now: string) => dueReminder(once, at(now))?.reminder;
  const times = [
    "2026-03-21T17:59Z",
    "2026-03-21T18:00Z",
    "2026-03-22T16:59Z",
    "2026-03-22T17:59Z",
    "2026-03-22T18:00Z",
  ];
  assert.deepEqual(times.map(due), [undefined, "day", "day", "hour", undefined]);
  assert.deepEqual(dueReminder(weekly, at("2026-03-22T18:00Z")), undefined);
});
