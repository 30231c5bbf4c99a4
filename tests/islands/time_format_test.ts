import assert from "node:assert/strict";
import { timeFormatter } from "../../islands/ui/time_format.ts";
import { knownLocale } from "../../server/contract/site/locale.ts";
import { dayOf } from "../../server/contract/reading/days.ts";

const london = { language: "en-GB", timeZone: "Europe/London" };
/** A Sunday. */
const now = Date.parse("2026-11-22T15:00:00Z");

Deno.test("Days of the last week are said as people say them, all others as dates", () => {
  const { day } = timeFormatter(london, now);
  const days = ["22T00:00", "21T23:59", "21T00:00", "20T12:00", "16T00:00", "15T23:59", "23T00:00"];
  const expected = ["Today", "Yesterday", "Yesterday", "Friday", "Monday", "15 November 2026", "23 November 2026"];
  assert.deepEqual(days.map((at) => day(`2026-11-${at}:00Z`)), expected);
});

Deno.test("Today is that of the reader's time zone, also on days of 23 and 25 hours", () => {
  const { day } = timeFormatter({ ...london, timeZone: "Asia/Tokyo" }, now);
  assert.deepEqual(["2026-11-22T14:59:00Z", "2026-11-22T15:00:00Z"].map(day), ["Yesterday", "Today"]);
  for (const change of ["2026-03-29", "2026-10-25"]) {
    const after = timeFormatter(london, Date.parse(`${change}T22:30:00Z`));
    const before = new Date(Date.parse(`${change}T12:00:00Z`) - 86_400_000).toISOString();
    assert.deepEqual([`${change}T00:30:00Z`, before].map(after.day), ["Today", "Yesterday"]);
  }
});

Deno.test("Times are written by the reader's clock, and days in the page's language", () => {
  const written = (language: string) => {
    const { time, day } = timeFormatter({ language, timeZone: "UTC" }, now);
    return [time("2026-11-22T13:02:00Z"), time("2026-11-22T01:02:00Z"), day("2026-11-22T01:02:00Z")]
      .map((text) => text.replace(/\s/g, " "));
  };
  assert.deepEqual(written("en-GB"), ["13:02", "01:02", "Today"]);
  assert.deepEqual(written("en-US"), ["1:02 PM", "1:02 AM", "Today"]);
  assert.deepEqual(written(knownLocale("de-AT").language), ["13:02", "01:02", "Today"]);
  assert.deepEqual(written(knownLocale("ko").language), ["1:02 pm", "1:02 am", "Today"]);
});

Deno.test("A day's number changes at midnight of its zone", () => {
  const midnight = Date.parse("2026-11-22T15:00:00Z");
  assert.equal(dayOf(midnight, "Asia/Tokyo") - dayOf(midnight - 1, "Asia/Tokyo"), 1);
  assert.equal(dayOf(midnight, "UTC") - dayOf(midnight - 1, "UTC"), 0);
});
