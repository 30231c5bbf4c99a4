import assert from "node:assert/strict";
import { goalLine } from "../../../server/contract/reading/goal.ts";

const cases = [
  [12, 7, "2026-06-30", "7 of 12 books, 2 books ahead of schedule"],
  [12, 5, "2026-06-30", "5 of 12 books, on schedule"],
  [12, 3, "2026-06-30", "3 of 12 books, 2 books behind schedule"],
  [366, 60, "2024-02-29", "60 of 366 books, on schedule"],
  [1, 1, "2026-12-31", "1 of 1 book, goal reached"],
  [12, 3, "2027-01-01", "3 of 12 books"],
  [0, 3, "2026-06-30", null],
] as const;

Deno.test("a goal says how far its reader is before or behind the day, also in a leap year", () => {
  for (const [books, finished, today, line] of cases) {
    const year = today === "2024-02-29" ? 2024 : 2026;
    assert.equal(goalLine({ year, books, finished, today }), line);
  }
});
