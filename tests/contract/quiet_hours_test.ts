import assert from "node:assert/strict";
import { isQuietAt, quietUntil } from "../../server/contract/groups/quiet_hours.ts";
import { settingsIn, SettingsUpdate } from "../../server/contract/groups/settings_shapes.ts";

const night = { from: "22:00", to: "07:00", timeZone: "Europe/London" };
const at = (time: string) => Date.parse(time);

Deno.test("quiet hours go over midnight, begin with their first minute and end before their last", () => {
  for (const time of ["2026-01-10T22:00Z", "2026-01-10T23:59Z", "2026-01-11T06:59:59Z"]) {
    assert.ok(isQuietAt(at(time), night), time);
    assert.equal(new Date(quietUntil(at(time), night)).toISOString(), "2026-01-11T07:00:00.000Z");
  }
  for (const time of ["2026-01-10T21:59:59Z", "2026-01-11T07:00Z"]) assert.ok(!isQuietAt(at(time), night), time);
  assert.ok(isQuietAt(at("2026-01-10T12:30Z"), { ...night, from: "12:00", to: "13:00" }));
  assert.ok(!isQuietAt(at("2026-01-10T13:30Z"), { ...night, from: "12:00", to: "13:00" }));
  assert.ok(!isQuietAt(0, null));
});

Deno.test("quiet hours follow the clocks of their zone as summer time begins and ends", () => {
  const nights = [
    // In London the clocks go forward at one o'clock on 29 March, and back at two on 25 October.
    ["2026-03-28T22:30Z", "2026-03-29T06:00:00.000Z"],
    ["2026-03-29T00:30Z", "2026-03-29T06:00:00.000Z"],
    ["2026-10-24T21:30Z", "2026-10-25T07:00:00.000Z"],
    ["2026-10-25T00:30Z", "2026-10-25T07:00:00.000Z"],
  ];
  for (const [time, end] of nights) {
    const until = quietUntil(at(time), night);
    assert.equal(new Date(until).toISOString(), end);
    assert.deepEqual([time, until - 1, until].map((time) => isQuietAt(+new Date(time), night)), [true, true, false]);
  }
  assert.ok(isQuietAt(at("2026-03-29T05:30Z"), night), "half past six in summer");
  assert.ok(!isQuietAt(at("2026-03-28T21:30Z"), night), "half past nine in winter");
});

Deno.test("quiet hours need two different times and a time zone that there is", () => {
  const accepts = (quietHours: unknown) => SettingsUpdate.safeParse({ quietHours }).success;
  assert.ok(accepts(night) && accepts(null));
  const wrong = [{ from: "24:00" }, { from: "7:00" }, { to: "22:00" }, { to: "" }, { timeZone: "Mars/Base" }, {
    timeZone: "a".repeat(9_000),
  }];
  for (const change of wrong) assert.ok(!accepts({ ...night, ...change }), JSON.stringify(change));
});

Deno.test("a form without both times has no quiet hours, and a box that is not ticked is off", () => {
  const sent = {
    plan: "members",
    contents: "organizers",
    shelf: "members",
    texts: "members",
    overview: "on",
    timeZone: "UTC",
  };
  const read = settingsIn({ ...sent, quietFrom: "", quietTo: "" });
  const off = { hideMembers: false, askToShare: false, everyone: false, listed: false };
  const { timeZone: _, ...chosen } = sent;
  assert.deepEqual(SettingsUpdate.parse(read), { ...chosen, ...off, overview: true, quietHours: null });
  assert.ok(!SettingsUpdate.safeParse(settingsIn({ ...sent, quietFrom: "22:00" })).success);
});
