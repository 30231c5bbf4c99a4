import assert from "node:assert/strict";
import { dueReminders, nextReminderAt } from "../../server/contract/groups/reminders.ts";

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
  const due = (now: string) => dueReminders(once, at(now))[0]?.reminder;
  const times = [
    "2026-03-21T17:59Z",
    "2026-03-21T18:00Z",
    "2026-03-22T16:59Z",
    "2026-03-22T17:59Z",
    "2026-03-22T18:00Z",
  ];
  assert.deepEqual(times.map(due), [undefined, "day", "day", "hour", undefined]);
  assert.deepEqual(dueReminders(weekly, at("2026-03-22T18:00Z")), []);
});

Deno.test("a date that was moved close behind another has its own reminders", () => {
  const [first, second] = ["2026-03-22T18:00Z", "2026-03-29T17:00Z"].map(at);
  const changed = [{
    date: second,
    startsAt: at("2026-03-22T18:30Z"),
    endsAt: at("2026-03-22T20:30Z"),
    cancelledAt: null,
  }];
  const meeting = { ...weekly, changed };
  const times: string[] = [];
  const due: string[] = [];
  for (let now = "2026-03-20T00:00"; now < "2026-03-23"; now = times.at(-1)!) {
    times.push(String(next(meeting, `${now}Z`)));
    due.push(
      dueReminders(meeting, at(`${times.at(-1)}Z`)).map(({ date, reminder }) =>
        `${date === first ? "first" : date === second ? "second" : "later"} ${reminder}`
      ).join(),
    );
  }
  assert.deepEqual(times, [
    "2026-03-21T18:00",
    "2026-03-21T18:30",
    "2026-03-22T17:00",
    "2026-03-22T17:30",
    "2026-04-04T17:00",
  ]);
  assert.deepEqual(due, [
    "first day",
    "first day,second day",
    "first hour,second day",
    "first hour,second hour",
    "later day",
  ]);
});
