import assert from "node:assert/strict";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server.node";
import { localIso } from "../../islands/runtime/reader_locale.ts";
import { Calendar } from "../../routes/pages/reading/calendar.tsx";
import { calendarDay } from "../../server/contract/reading/days.ts";
import type { ReadingDay } from "../../server/contract/reading/shapes.ts";

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

function monthsIn(year: number, days: ReadingDay[] = []): string[] {
  const log = { year, days, pages: 0, books: [], hasMore: false, finished: 0 };
  return renderToStaticMarkup(createElement(Calendar, { log, language: "en-GB" })).split("<svg").slice(1);
}

Deno.test("a calendar's months have all days of their year, in weeks that begin on a Monday", () => {
  const lengths = (year: number) => monthsIn(year).map((month) => month.match(/h9v9/g)!.length);
  assert.deepEqual(lengths(2024), [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  assert.equal(lengths(2100)[1], 28);
  assert.equal(lengths(4)[1], 29);
  // 1 January 2024 was a Monday, 1 September a Sunday.
  const [january, , , , , , , , september] = monthsIn(2024, [{ day: "2024-09-30", pages: 7 }]);
  assert.match(january, /d="M0 0h/);
  assert.match(september, /d="M60 0h/);
  assert.match(september, /<rect x="0" y="50"/);
});

Deno.test("a day's tint is by how many other days have fewer pages", () => {
  const days = [3, 900, 5, 8, 7].map((pages, n) => ({ day: `2024-01-0${n + 1}`, pages }));
  const tints = (some: ReadingDay[]) =>
    [...monthsIn(2024, some)[0].matchAll(/tint-(\d)/g)].map(([, tint]) => tint).join("");
  assert.equal(tints(days), "15243");
  assert.equal(tints(days.slice(0, 1)), "3");
});
