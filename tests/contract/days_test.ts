import assert from "node:assert/strict";
import { localIso } from "../../islands/runtime/reader_locale.ts";
import { monthsOf, tinter } from "../../routes/pages/reading/calendar.tsx";
import { calendarDay } from "../../server/contract/reading/days.ts";

const now = Date.parse("2026-03-01T00:30:00Z");

Deno.test("a turn is on the day of its time as it is written, else on today's in the reader's zone, as is one that is still to come in its own", () => {
  assert.equal(calendarDay({ now, at: "2026-02-28T23:50:00-05:00" }), "2026-02-28");
  assert.equal(calendarDay({ now, at: "2026-02-28T23:50:00Z" }), "2026-02-28");
  assert.equal(calendarDay({ now }), "2026-03-01");
  assert.equal(calendarDay({ now, timeZone: "America/New_York" }), "2026-02-28");
  assert.equal(calendarDay({ now, at: "2031-07-01T12:00:00+14:00" }), "2026-03-01");
  assert.equal(calendarDay({ now, at: "2031-07-01T12:00:00-11:00" }), "2026-02-28");
});

Deno.test("a browser writes a time with its offset, so that it is the same time and its own day", () => {
  const written = localIso(new Date(now));
  assert.match(written, /^2026-0\d-\d\dT\d\d:30:00\.000[+-]\d\d:\d\d$/);
  assert.equal(Date.parse(written), now);
});

Deno.test("months have all days of their year, in weeks that begin on a Monday", () => {
  const lengths = (year: number) => monthsOf(year, [], "en-GB").map(({ pages }) => pages.length);
  assert.deepEqual(lengths(2024), [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  assert.equal(lengths(2100)[1], 28);
  assert.equal(lengths(4)[1], 29);
  // 1 January 2024 was a Monday, 1 September a Sunday.
  const [january, , , , , , , , september] = monthsOf(2024, [{ day: "2024-09-30", pages: 7 }], "en-GB");
  assert.deepEqual([january.firstColumn, september.firstColumn], [0, 6]);
  assert.equal(september.pages.at(-1), 7);
});

Deno.test("a day's tint is by how many other days have fewer pages", () => {
  const days = [3, 900, 5, 8, 7].map((pages, n) => ({ day: `2024-01-0${n + 1}`, pages }));
  assert.deepEqual(days.map(({ pages }) => tinter(days)(pages)), [1, 5, 2, 4, 3]);
  assert.equal(tinter(days.slice(0, 1))(3), 3);
});
